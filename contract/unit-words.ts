import { UNIT_TYPE_ATTENDING, UNIT_TYPE_COOPERATING, UNIT_TYPE_HOST, UNIT_TYPE_MEDIA, UNIT_TYPE_ORGANISER } from './constants.ts'
import { messages } from './messages.ts'

/** unitType 1…5 with labels (spec §3 Contact unit row). */
export const unitTypeLabels = {
  [UNIT_TYPE_HOST]: messages.unitHost,
  [UNIT_TYPE_ORGANISER]: messages.unitOrganiser,
  [UNIT_TYPE_COOPERATING]: messages.unitCooperating,
  [UNIT_TYPE_MEDIA]: messages.unitMedia,
  [UNIT_TYPE_ATTENDING]: messages.unitAttending,
} as const
export type UnitType = keyof typeof unitTypeLabels
export const unitTypes = [UNIT_TYPE_HOST, UNIT_TYPE_ORGANISER, UNIT_TYPE_COOPERATING, UNIT_TYPE_MEDIA, UNIT_TYPE_ATTENDING] as const

/** The message for a unit without a name (V033, V034); the specification has none for other types. */
export const unitNameRequired = (unitType: UnitType | 'issuing'): string =>
  unitType === 'issuing'
    ? messages.issuingUnitRequired
    : unitType === UNIT_TYPE_ORGANISER
      ? messages.organiserNameRequired
      : `请输入${unitTypeLabels[unitType]}名称`
