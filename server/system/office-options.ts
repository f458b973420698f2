import type { Kernel } from '../kernel/kernel.ts'

/** Enabled offices in their order. */
export const officeOptions = (k: Kernel): Promise<{ id: number; label: string; parentId: number | null }[]> =>
  k.db
    .selectFrom('office')
    .select(['id', 'name as label', 'parent_id as parentId'])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
