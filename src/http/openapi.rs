//! The OpenAPI document, generated from the handlers.
use super::download::Medium;
use super::error::{ProblemBody, ProblemPart};
use super::router::api;
use axum::http::header;
use axum::response::IntoResponse;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, KnownFormat, ObjectBuilder, OpenApi, Ref, RefOr, Required, Response,
    ResponseBuilder, Schema, SchemaFormat, Type,
};
use utoipa::{OpenApi as _, ToSchema};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "saiwu",
        description = "The tournament office for xiangqi: pairing, standings and repetition rulings, exact and explained. 赛务: 象棋竞赛编排与裁判服务。\n\nEvery public read has a strong ETag and answers 304; every change names the version it saw in If-Match; every POST that writes carries an Idempotency-Key. Errors are problem details (RFC 9457), Chinese or English by Accept-Language.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ProblemBody, ProblemPart)),
    tags(
        (name = "players", description = "The register"),
        (name = "tournaments", description = "Tournaments, import and export"),
        (name = "entries", description = "Who plays"),
        (name = "stages", description = "Formats in sequence, draws of lots"),
        (name = "rounds", description = "Pairing: draft, published, locked"),
        (name = "games", description = "Results, moves, the game's log"),
        (name = "views", description = "What the public sees"),
        (name = "rules", description = "The rules of the game, stateless"),
        (name = "webhooks", description = "Who is told of changes, by Standard Webhooks"),
        (name = "office", description = "Keys, audit")
    )
)]
struct Base;

/// The document.
pub fn document() -> OpenApi {
    let (_, mut document) = api(Base::openapi()).split_for_parts();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An API key."))
        .build();
    document
        .components
        .get_or_insert_default()
        .security_schemes
        .insert("key".to_owned(), RefOr::T(SecurityScheme::Http(bearer)));
    for (path, item) in &mut document.paths.paths {
        finish(path, item);
    }
    open_what_is_composed(&mut document);
    document
}

/// A schema that refuses unknown fields cannot be a part of a larger one: every field of the whole is
/// unknown to the part. Such parts are left open; requests with unknown fields are refused all the same.
fn open_what_is_composed(document: &mut OpenApi) {
    let mut parts = BTreeSet::new();
    if let Ok(value) = serde_json::to_value(&*document) {
        composed(&value, &mut parts);
    }
    let Some(components) = &mut document.components else {
        return;
    };
    for part in parts {
        let name = part.rsplit('/').next().unwrap_or_default();
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(name) {
            object.additional_properties = None;
        }
    }
}

/// The schemas named in an `allOf` anywhere in a document.
fn composed(value: &serde_json::Value, parts: &mut BTreeSet<String>) {
    if let Some(all) = value.get("allOf").and_then(|all| all.as_array()) {
        let names = all.iter().filter_map(|part| part["$ref"].as_str());
        parts.extend(names.map(str::to_owned));
    }
    match value {
        serde_json::Value::Array(items) => items.iter().for_each(|item| composed(item, parts)),
        serde_json::Value::Object(fields) => {
            fields.values().for_each(|field| composed(field, parts));
        }
        _ => {}
    }
}

/// Adds to every operation what follows from its method: problems, headers, the key.
fn finish(path: &str, item: &mut PathItem) {
    let stateless = path.contains("/rules/");
    let external = path.contains("/by-external-id/");
    if let Some(get) = &mut item.get {
        problems(get, &["400", "404", "409", "422"]);
        // The office's own: a key is needed, and nothing is kept by anyone.
        if path.contains("/keys") || path.contains("/audit") {
            problems(get, &["401", "403"]);
            keyed(get);
        } else {
            conditional(get);
            if path.contains("/tournaments/{tournament}") || path.contains("/games/{game}") {
                of_a_revision(get);
            }
        }
        files(get);
    }
    if let Some(post) = &mut item.post {
        problems(post, &["400", "404", "413", "415", "422"]);
        if !stateless {
            problems(post, &["401", "403", "409", "412", "428"]);
            header_parameter(
                post,
                "Idempotency-Key",
                true,
                "Unique to this wish: a retry with the same key and body gets the same answer.",
            );
            header_parameter(
                post,
                "If-Match",
                false,
                "The version seen, where the command changes an existing thing.",
            );
            keyed(post);
        }
    }
    for change in [&mut item.put, &mut item.patch, &mut item.delete]
        .into_iter()
        .flatten()
    {
        problems(
            change,
            &[
                "400", "401", "403", "404", "409", "412", "413", "415", "422", "428",
            ],
        );
        if !external {
            header_parameter(change, "If-Match", true, "The version seen.");
        }
        header_parameter(change, "Idempotency-Key", false, "As for POST.");
        keyed(change);
    }
    let all = [
        &mut item.get,
        &mut item.post,
        &mut item.put,
        &mut item.patch,
        &mut item.delete,
    ];
    for operation in all.into_iter().flatten() {
        problems(operation, &["429", "500", "503"]);
        named(path, operation);
    }
}

/// The name of an operation, unique in the whole document: the noun before the handler's name, as
/// `players_list`. Generated clients are made of these names.
fn named(path: &str, operation: &mut Operation) {
    let tag = operation.tags.iter().flatten().next();
    let noun = match tag {
        _ if path.contains("/keys") => "keys",
        Some(tag) => tag,
        None => "other",
    };
    let id = operation.operation_id.take().unwrap_or_default();
    operation.operation_id = Some(format!("{noun}_{id}"));
}

fn problems(operation: &mut Operation, codes: &[&str]) {
    for code in codes {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(ProblemBody::name())))
            .build();
        let response = ResponseBuilder::new()
            .description("A problem (RFC 9457)")
            .content("application/problem+json", content)
            .build();
        let known = &mut operation.responses.responses;
        known
            .entry((*code).to_owned())
            .or_insert(RefOr::T(response));
    }
}

fn conditional(operation: &mut Operation) {
    let known = &mut operation.responses.responses;
    if let Some(RefOr::T(ok)) = known.get_mut("200") {
        ok.headers.insert(
            "ETag".to_owned(),
            RefOr::T(
                HeaderBuilder::new()
                    .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                    .description(Some("Strong; send it as If-None-Match."))
                    .build(),
            ),
        );
        known
            .entry("304".to_owned())
            .or_insert(RefOr::T(Response::new(
                "Nothing changed since the ETag sent.",
            )));
    }
}

/// The two ways to name a revision, which every public read of a tournament takes.
fn of_a_revision(operation: &mut Operation) {
    let parameters = operation.parameters.get_or_insert_default();
    for (name, text) in [
        (
            "revision",
            "Exactly this revision; every published one stays readable.",
        ),
        (
            "min_revision",
            "Not older than this revision, of which the reader has heard.",
        ),
    ] {
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0));
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(text))
            .schema(Some(number))
            .build();
        parameters.push(RefOr::T(parameter));
    }
}

/// A view that takes `format` answers with files too.
fn files(operation: &mut Operation) {
    let takes_format = operation.parameters.iter().flatten().any(
        |parameter| matches!(parameter, RefOr::T(p) if p.name == "format" && p.parameter_in == ParameterIn::Query),
    );
    let Some(RefOr::T(ok)) = operation.responses.responses.get_mut("200") else {
        return;
    };
    if !takes_format {
        return;
    }
    for medium in [Medium::Csv, Medium::Xlsx] {
        let kind = medium.content_type().split(';').next().unwrap_or_default();
        let text = ObjectBuilder::new().schema_type(Type::String);
        let text = match medium {
            Medium::Xlsx => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary))),
            _ => text,
        };
        let content = ContentBuilder::new().schema(Some(text)).build();
        ok.content.insert(kind.to_owned(), RefOr::T(content));
    }
}

fn header_parameter(operation: &mut Operation, name: &str, required: bool, text: &str) {
    let required = if required {
        Required::True
    } else {
        Required::False
    };
    let parameter = ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(required)
        .description(Some(text))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    operation
        .parameters
        .get_or_insert_default()
        .push(RefOr::T(parameter));
}

fn keyed(operation: &mut Operation) {
    let key = SecurityRequirement::new("key", Vec::<String>::new());
    operation.security.get_or_insert_default().push(key);
}

/// The document as YAML: what `openapi.yaml` holds.
///
/// # Errors
/// Never in practice.
pub fn yaml() -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    Ok(format!("{}\n", document().to_yaml()?.trim_end()))
}

/// `GET /api/v1/openapi.json`
pub async fn json() -> impl IntoResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| serde_json::to_string(&document()).unwrap_or_default());
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=60"),
    ];
    (headers, text.as_str())
}
