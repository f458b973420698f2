import { enrolStates } from '../../contract/training/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { fileOwner } from '../kernel/files/access.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { ofActor } from './own-enrolments.ts'
import { MATERIAL } from './materials.ts'
import { mayManage } from './reading.ts'

const hasSeat = async (k: Kernel, actor: Actor, id: number): Promise<boolean> =>
  actor.type !== 'YYF'
  && (await k.db
    .selectFrom('train_enrol as e')
    .select('e.id')
    .where('e.activity_id', '=', id)
    .where('e.state', '!=', enrolStates.code.cancelled)
    .where('e.wait_no', 'is', null)
    .where(ofActor(actor))
    .executeTakeFirst()) !== undefined

/** Checks the right to read materials at every download, so that knowing the address is not enough. */
export const offerMaterials = (k: Kernel): void =>
  fileOwner(
    k,
    MATERIAL,
    async (actor, id) =>
      Number.isSafeInteger(Number(id)) && ((await mayManage(k, actor, Number(id))) || (await hasSeat(k, actor, Number(id)))),
  )
