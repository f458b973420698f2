import type { Kernel } from '../kernel/kernel.ts'
import { offersOrigin } from '../kernel/offers/origins.ts'
import { maySeeDeclaration } from './access.ts'

/** An appeal may start from a declaration: the company's own, or one that staff may see. */
export const offerDeclarationOrigin = (k: Kernel): void =>
  offersOrigin(k, {
    kind: 'declaration',
    async find({ clock }, db, actor, id) {
      if (!(await maySeeDeclaration(db, actor, id, clock.now()))) return null
      if (actor.type === 'YYF' && !actor.permissions.has('declaration:read')) return null
      const row = await db
        .selectFrom('declaration as d')
        .innerJoin('project as p', 'p.id', 'd.project_id')
        .where('d.id', '=', id)
        .select(['p.name', 'p.policy_id'])
        .executeTakeFirst()
      const to = actor.type === 'YYF' ? `/work/declaremanage?id=${id}` : `/page/policyserverdectail?id=${id}`
      return row ? { title: row.name, policyId: row.policy_id, to } : null
    },
  })
