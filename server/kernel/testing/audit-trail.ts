import type { Kernel } from '../kernel.ts'

/** The audit rows of one action, oldest first, for assertions. */
export const auditTrail = (k: Kernel, action: string) =>
  k.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute()
