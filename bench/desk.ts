import type { Actor } from '../server/kernel/actor.ts'
import { everyRow } from '../server/kernel/access/row-rules.ts'

/** A staff user who sees every row. */
export const desk = ({ userId = 0, officeId = null }: Partial<Pick<Actor, 'userId' | 'officeId'>> = {}): Actor => ({
  userId,
  sessionId: '',
  type: 'YYF',
  name: '',
  companyId: null,
  officeId,
  roles: [],
  permissions: new Set(),
  rules: everyRow(),
})
