import { type RawBuilder, sql } from 'kysely'
import { domainTypes } from '../../contract/domain-tree.ts'
import { usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { derivedFields, shippedFields } from './catalogue.ts'

/** Fields whose dictionary is not written in the catalogue: sections, divisions and codes of industries, and places. */
const others: Readonly<Record<string, string>> = {
  industrySection: domainTypes.industry,
  industryDivision: domainTypes.industry,
  regionCode: domainTypes.region,
}
const dictOf = new Map([...shippedFields, ...derivedFields].flatMap(({ key, dict = others[key] }) => (dict ? [[key, dict] as const] : [])))
const types = [...new Set(dictOf.values())]
const fieldsOf = (type: string) => [...dictOf].flatMap(([key, dict]) => (dict === type ? [key] : []))

/** The values of conditions on fields of this dictionary, anywhere in the rules that the query `rule` returns. */
const inConditions = (type: string, rules: RawBuilder<unknown>) => sql`select v #>> '{}' as value from (${rules}) r
  cross join lateral jsonb_path_query(r.rule, 'strict $.** ? (@.type() == "object" && exists(@.field))') node
  cross join lateral jsonb_path_query(node -> 'value', '$[*]') v where node ->> 'field' = any(${fieldsOf(type)}::text[])`

/** Conditions of policies, smart tags and finance products, and stated facts of companies hold codes of dictionaries. */
export function offerDictionaryUses(k: Kernel): void {
  const rules = (title: string, column: string, query: RawBuilder<unknown>) =>
    usesDictionary(k, { title, columns: [column], types, values: (type) => inConditions(type, query) })
  rules(
    '政策的申报条件',
    'policy_version.rule',
    sql`select v.rule from policy_version v join policy p on p.id = v.policy_id where not p.deleted`,
  )
  rules('智能标签的条件', 'tag.rules', sql`select rules as rule from tag where rules is not null`)
  rules('金融产品的条件', 'finance_product.rule', sql`select rule from finance_product where rule is not null and not deleted`)
  usesDictionary(k, {
    title: '企业档案的数据',
    columns: ['company_fact.value'],
    types,
    // The industry is counted in the column of the company that follows this fact.
    values: (type) => sql`select v #>> '{}' as value from company_fact cross join lateral jsonb_path_query(value, '$[*]') v
      where field_key = any(${fieldsOf(type).filter((key) => key !== 'industryCode')}::text[])`,
  })
}
