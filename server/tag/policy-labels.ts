import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { useCompanyTags } from '../policy/index.ts'
import { companiesOf, counts } from '../company/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

/** Provides the company tags behind policy labels, because the policy domain does not depend on companies. */
export const answerPolicyLabels = (k: Kernel): void =>
  useCompanyTags(k, {
    options: (db, { words, ids, limit }) =>
      db
        .selectFrom('tag')
        .select(['id', 'name as tagName'])
        .where('enabled', '=', true)
        .$if(!!words, (q) => q.where('name', 'like', likeText(words!)))
        .$if(ids !== undefined, (q) => q.where('id', 'in', ids!.length > 0 ? [...ids!] : [0]))
        .orderBy('sort')
        .orderBy('id')
        .limit(limit)
        .execute(),
    async companies(db, actor, { tagIds, words, page, pageSize }) {
      const found = db
        .selectFrom('company as c')
        .where(companiesOf(actor))
        .where((e) =>
          e.exists(
            e
              .selectFrom('tag_company as tc')
              .innerJoin('tag as t', 't.id', 'tc.tag_id')
              .whereRef('tc.company_id', '=', 'c.id')
              .where('tc.tag_id', 'in', [...tagIds])
              .where('t.enabled', '=', true)
              .where(counts())
              .select('tc.tag_id'),
          ),
        )
        .$if(!!words, (q) => q.where('c.name', 'like', likeText(words!)))
      const { total, rows } = await pageOf(
        found,
        { page, pageSize },
        (q) => q.orderBy('c.id'),
        (q) => q.select(['c.id', 'c.name', 'c.legal_person', 'c.legal_person_phone']),
      )
      const shown = (sealed: string | null, mask: (s: string) => string) => (sealed === null ? null : mask(openPii(k, sealed)))
      return {
        total,
        list: rows.map((row) => ({
          id: row.id,
          companyName: row.name,
          legalPerson: shown(row.legal_person, maskName),
          legalPersonPhone: shown(row.legal_person_phone, maskPhone),
        })),
      }
    },
  })
