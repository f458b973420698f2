import { activityTypes, publicStatuses, trainingStatus, type TrainingStatus } from '../../contract/training/states.ts'
import { unitTypeLabels, unitTypes } from '../../contract/unit-words.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import { siteArea } from '../kernel/config.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { streetsOf } from '../system/index.ts'

const kept = perKernel(() => new Freshness())
/** The streets for reading, up to four seconds old. */
const streets = (k: Kernel) => kept(k).get('streets', () => streetsOf(k.db, siteArea(k.config)))

/** The name of a street; its code when the street no longer exists. */
export const streetNameOf = async (k: Kernel, code: string | null): Promise<string | null> =>
  code === null ? null : ((await streets(k)).find(({ value }) => value === code)?.label ?? code)

/** Throws unless the street exists. An activity may keep the one it has. */
export async function refuseStreet(k: Kernel, db: Db, code: string | null, old: string | null): Promise<void> {
  if (code === null || code === old) return
  if (!(await streetsOf(db, siteArea(k.config))).some(({ value }) => value === code)) throw invalidField('streetId', '请选择镇街')
}

const optionOf = (code: TrainingStatus) => ({ label: trainingStatus.labels[code], value: String(code) })
export const activityEnums = async (k: Kernel) => ({
  type: activityTypes.map((type) => ({ label: type, value: type })),
  status: publicStatuses.map(optionOf),
  unitType: unitTypes.map((type) => ({ label: unitTypeLabels[type], value: String(type) })),
  street: (await streets(k)).map(({ value, label }) => ({ label, value })),
})
