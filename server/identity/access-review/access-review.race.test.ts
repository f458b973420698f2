// Seen red without the lock on the account (lockedUser), the lock on the row and the version in the UPDATE of `move`: both officers got a
// success.
import { expect, it } from 'vitest'
import { accessReview, type ReviewRow } from '../../../contract/identity/access-review.ts'
import { addDays, today } from '../../kernel/clock.ts'
import { testApp } from '../../kernel/testing/harness.ts'
import { meeting } from '../../kernel/testing/meeting.ts'

it('of two officers who decide one row in parallel one wins, and the role is as the row says', async () => {
  const t = await testApp()
  const officers = [t.as('security1'), t.as('security2')]
  await officers[0]!.post(accessReview.open.path, { dueOn: addDays(today(t.kernel.clock), 7) })
  await officers[1]!.get('/sys/activeUser/info')
  const reviewId = (await officers[0]!.get(accessReview.list.path)).body.data[0].id
  const list: ReviewRow[] = (await officers[0]!.get(accessReview.rows.path, { reviewId, only: 2, pageSize: 100 })).body.data.list
  const open = list.filter((row) => row.allowed.includes('revoke')).slice(0, 8)
  expect(open).toHaveLength(8)
  for (const { id, version, userId } of open) {
    const said = await meeting(t, 2, () =>
      Promise.all(
        officers.map((officer, i) =>
          officer.post(accessReview.decide.path, { items: [{ id, version }], decision: i === 0 ? 'keep' : 'revoke', reason: '同时办理' }),
        ),
      ),
    )
    expect(said.map(({ body }) => body.data.successCount).reduce((a: number, b: number) => a + b)).toBe(1)
    const row = await t.kernel.db
      .selectFrom('access_review_row')
      .select(['state', 'role_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const held = await t.kernel.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', userId)
      .where('role_id', '=', row.role_id)
      .execute()
    expect(held).toHaveLength(row.state === 1 ? 1 : 0)
  }
})
