import { DRAFT_DAYS } from '../../contract/draft.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { draftKeys, draftOwner } from '../kernel/access/draft-keys.ts'
import { openPii, sealPii } from '../kernel/access/pii.ts'

/** More drafts than a person writes in a month; beyond this the oldest are deleted. */
const MOST_OF_ONE_ACCOUNT = 200
const DAY_MS = 86_400_000

const oneOf = (k: Kernel, actor: Actor, form: string) => {
  const { userId, company } = draftOwner(actor)
  return k.db
    .selectFrom('form_draft')
    .select(['id', 'content_sealed', 'saved_at'])
    .where('user_id', '=', userId)
    .where('acting_company_id', 'is not distinct from', company)
    .where('form', '=', form)
    .where('saved_at', '>', new Date(k.clock.now().getTime() - DRAFT_DAYS * DAY_MS).toISOString())
    .executeTakeFirst()
}

/** The draft of a form, and the keys for the copies that the browser keeps while the server cannot be reached. */
export async function findDraft(k: Kernel, actor: Actor, form: string) {
  const row = await oneOf(k, actor, form)
  return {
    draft: row ? { content: openPii(k, row.content_sealed), savedAt: Date.parse(row.saved_at) } : null,
    ...draftKeys(k, actor),
  }
}

export async function saveDraft(k: Kernel, actor: Actor, { form, content }: { form: string; content: string }) {
  const now = k.clock.now()
  const { userId, company } = draftOwner(actor)
  const kept = { content_sealed: sealPii(k, content), saved_at: now }
  await k.db.transaction().execute(async (db) => {
    await db
      .insertInto('form_draft')
      .values({ user_id: userId, acting_company_id: company, form, ...kept })
      .onConflict((c) => c.columns(['user_id', 'acting_company_id', 'form']).doUpdateSet(kept))
      .execute()
    await db
      .deleteFrom('form_draft')
      .where('id', 'in', (q) =>
        q
          .selectFrom('form_draft')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('saved_at', 'desc')
          .orderBy('id', 'desc')
          .offset(MOST_OF_ONE_ACCOUNT),
      )
      .execute()
  })
  return { savedAt: now.getTime() }
}

/** Removes a draft after the form was sent or when the user discards it. */
export async function removeDraft(k: Kernel, actor: Actor, form: string): Promise<true> {
  const { userId, company } = draftOwner(actor)
  await k.db
    .deleteFrom('form_draft')
    .where('user_id', '=', userId)
    .where('acting_company_id', 'is not distinct from', company)
    .where('form', '=', form)
    .execute()
  return true
}

export async function forgetOldDrafts(k: Kernel): Promise<void> {
  const longAgo = new Date(k.clock.now().getTime() - DRAFT_DAYS * DAY_MS)
  await k.db.deleteFrom('form_draft').where('saved_at', '<', longAgo.toISOString()).execute()
}
