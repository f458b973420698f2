import { PRESENCE_EVERY_S, review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { usePresenceOf } from '../../kit/use-presence.ts'

const say = (body: { id: number; leaving: boolean }) => call(review.present, { body }, { silent: true })

/** Reports that this declaration is open here; returns who else has it open. */
export const usePresence = (id: number): readonly string[] => usePresenceOf(id, PRESENCE_EVERY_S, say)
