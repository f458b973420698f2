import type { Kernel } from '../kernel.ts'

/** Audit rows of one action, oldest first: what a test of a business change asserts. */
export const auditTrail = (k: Kernel, action: string) =>
  k.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute()
