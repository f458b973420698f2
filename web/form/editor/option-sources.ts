import { matching } from '../../../contract/matching.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import type { OptionSource } from '../../kit/form/fields.ts'

/** Facts of the archive that can prefill a field, by label. */
export const facts: OptionSource = {
  key: 'archive-facts',
  load: async () =>
    (await call(matching.fields, {}, { silent: true })).fields.map((f) => ({
      id: f.key,
      name: f.unit ? `${f.label}（${f.unit}）` : f.label,
    })),
}

/** Enabled dictionaries, by code and first values. */
export const dictionaries: OptionSource = {
  key: 'dictionaries',
  load: async () =>
    Object.entries(await call(system.getDict, { query: {} }, { silent: true })).map(([code, items]) => ({
      id: code,
      name: `${code}（${items
        .slice(0, 3)
        .map((i) => i.label)
        .join('、')}${items.length > 3 ? '…' : ''}）`,
    })),
}
