import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/pii.ts'
import { useCompanyTags } from '../policy/index.ts'
import { counts } from '../company/index.ts'
import { likeText } from '../kernel/db/like.ts'

/** Company tags behind policy labels: policies do not know companies, so this domain answers for them. */
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
    async companies(db, { tagIds, words, offset, limit }) {
      const found = db
        .selectFrom('company as c')
        .where((e) =>
          e.exists(
            e
              .selectFrom('tag_company as tc')
              .innerJoin('tag as t', 't.id', 'tc.tag_id')
              .whereRef('tc.company_id', '=', 'c.id')
              .where('tc.tag_id', 'in', [...tagIds])
              .where('t.enabled', '=', true)
              .where(counts() as never)
              .select('tc.tag_id'),
          ),
        )
        .$if(!!words, (q) => q.where('c.name', 'like', likeText(words!)))
      const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      const rows = await found
        .select(['c.id', 'c.name', 'c.legal_person', 'c.legal_person_phone'])
        .orderBy('c.id')
        .limit(limit)
        .offset(offset)
        .execute()
      const shown = (sealed: string | null, mask: (s: string) => string) => (sealed === null ? null : mask(openPii(k, sealed)))
      return {
        total: Number(n),
        list: rows.map((row) => ({
          id: row.id,
          companyName: row.name,
          legalPerson: shown(row.legal_person, maskName),
          legalPersonPhone: shown(row.legal_person_phone, maskPhone),
        })),
      }
    },
  })
