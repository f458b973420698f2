import type { Db } from '../db/index.ts'

/** A value of a dictionary; `disabled`: it is only shown where a record holds it, and cannot be chosen. */
export interface DictionaryChoice {
  label: string
  value: string
  disabled?: true
}

/** The values of these dictionaries in their order, disabled ones included, because stored records show their labels. */
export async function dictionaryChoices(db: Db, types: readonly string[]): Promise<ReadonlyMap<string, DictionaryChoice[]>> {
  const rows = await db
    .selectFrom('dict_value')
    .select(['dict_type', 'label', 'value', 'enabled'])
    .where('dict_type', 'in', ['', ...types])
    .orderBy('sort')
    .orderBy('value')
    .execute()
  const found = new Map<string, DictionaryChoice[]>(types.map((type) => [type, []]))
  for (const { dict_type, label, value, enabled } of rows)
    found.get(dict_type)!.push({ label, value, ...(enabled ? {} : { disabled: true as const }) })
  return found
}

/** Label by value. */
export const labelsByValue = (choices: readonly DictionaryChoice[]): ReadonlyMap<string, string> =>
  new Map(choices.map(({ value, label }) => [value, label]))
/** Those that can be chosen. */
export const choosable = (choices: readonly DictionaryChoice[]): DictionaryChoice[] => choices.filter(({ disabled }) => !disabled)
