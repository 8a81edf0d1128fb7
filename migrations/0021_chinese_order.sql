-- How Chinese names are sorted: by pronunciation and by number of strokes. A PostgreSQL built
-- without ICU knows neither; there the order is that of the code points, and everything else works.
-- No index is made with them: one that outlives a new version of ICU would be out of order, and a
-- page read from it would lose rows.
do $$
begin
    create collation zh_pinyin (provider = icu, locale = 'zh-u-co-pinyin');
    create collation zh_stroke (provider = icu, locale = 'zh-u-co-stroke');
exception
    when feature_not_supported or invalid_parameter_value or undefined_object then
        create collation zh_pinyin from "C";
        create collation zh_stroke from "C";
end
$$;
