import type { DictItem } from '../../contract/system.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Dictionaries = Record<string, DictItem[]>

/** Enabled dictionaries by type, with enabled values in their order; a child names its parent. Unknown types are left out. */
export async function dictionaries(k: Kernel, only?: readonly string[]): Promise<Dictionaries> {
  let rows = k.db
    .selectFrom('dict_value')
    .innerJoin('dict_type', 'dict_type.code', 'dict_value.dict_type')
    .select(['dict_type.code', 'value', 'label', 'parent', 'color'])
    .where('dict_type.enabled', '=', true)
    .where('dict_value.enabled', '=', true)
  if (only?.length) rows = rows.where('dict_type.code', 'in', [...only])
  // An object without prototype, so that the dictionary `constructor` does not exist (I-06).
  const found = Object.create(null) as Dictionaries
  for (const { code, value, label, parent, color } of await rows.orderBy('dict_type.code').orderBy('sort').orderBy('value').execute()) {
    ;(found[code] ??= []).push({ label, value, ...(parent === null ? {} : { parent }), ...(color === '' ? {} : { color }) })
  }
  return found
}

/** Items of one dictionary with these values, including disabled ones, so that stored records stay readable. */
export const dictOptions = async (
  k: Kernel,
  type: string,
  values: readonly string[],
): Promise<{ id: string; label: string; value: string }[]> =>
  values.length === 0
    ? []
    : k.db
        .selectFrom('dict_value')
        .select(['value as id', 'label', 'value'])
        .where('dict_type', '=', type)
        .where('value', 'in', [...values])
        .orderBy('sort')
        .execute()
