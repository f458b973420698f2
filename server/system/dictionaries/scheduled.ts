import { dictTypes, dictValues, SaveDictType, SaveDictValue } from '../../../contract/dictionary.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersScheduled } from '../../kernel/offers/scheduled.ts'
import { typeWords, valueWords } from './back.ts'
import { changingDictionaries } from './changed.ts'
import { takeValueAway } from './remove-values.ts'
import { putType, takeTypeAway } from './types.ts'
import { putValue } from './values.ts'

/** Dictionaries and their values can be changed at a later time (ADR 1004). */
export function offerScheduledDictionaries(k: Kernel): void {
  offersScheduled(k, 'dictType', {
    access: dictTypes.save.access,
    body: SaveDictType,
    changing: changingDictionaries,
    save: (db, call, body) => putType(db, call, body),
    remove: takeTypeAway,
    words: typeWords,
    // Codes that differ only in case are refused, too.
    unique: { field: 'code', of: ({ code }) => code.toLowerCase() },
    page: () => '/work/dictionary',
  })
  offersScheduled(k, 'dictValue', {
    access: dictValues.save.access,
    body: SaveDictValue,
    changing: changingDictionaries,
    save: (db, call, body) => putValue(db, call, body),
    remove: takeValueAway,
    words: valueWords,
    scope: 'dict_type',
    unique: { field: 'value', of: ({ value }) => value.toLowerCase() },
    page: (type) => `/work/dictionary?dict=${encodeURIComponent(type)}`,
  })
}
