import { quoted } from '../../contract/quoted.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { delivers } from '../kernel/jobs/outbox.ts'
import { notify } from '../system/index.ts'
import { policiesWished, policyById, POLICY_NEWS, type PolicyBrief, type PolicyNews } from '../policy/index.ts'
import { judgePolicies } from '../matching/index.ts'
import { followersOf, inBatches, subscribers } from './follower-queries.ts'
import { effectOnCompany } from './effect.ts'
import { standingInWords, standingOf } from './standing.ts'
import { wishesOf } from './subscriptions.ts'

const detail = (id: number) => `/page/policyserverdetail?id=${id}`
export const comparison = (id: number, from: number, to: number) => `/page/policyserver/compare?id=${id}&from=${from}&to=${to}`

/** Delivers changes of policies to readers. The key of a notice names the change, so that a repeated run sends nothing twice. */
export function deliverNews(k: Kernel): void {
  delivers(k, POLICY_NEWS, async ({ payload }) => {
    const news = payload as unknown as PolicyNews
    const policy = await policyById(k.db, news.policyId)
    if (!policy) return
    if (news.what === 'published' && !(policy.repealedOn !== null && policy.repealedOn <= today(k.clock))) await tellSubscribers(k, policy)
    await tellFollowers(k, policy, news)
  })
}

/** Title and text of the notice that a policy is or will be repealed, with the day and the basis. */
const repealWords = (policy: PolicyBrief, day: string, today: string) => ({
  title: day <= today ? `您收藏的${quoted(policy.title)}已废止` : `您收藏的${quoted(policy.title)}将于 ${day} 起废止`,
  body: [
    day <= today ? `自 ${day} 起不再执行，不再参与匹配与申报。` : `${day} 之前仍可按原政策匹配与申报。`,
    policy.repealBasis && `废止依据：${policy.repealBasis}。`,
  ]
    .filter(Boolean)
    .join('\n'),
  link: detail(policy.id),
})

async function tellFollowers(k: Kernel, policy: PolicyBrief, news: PolicyNews): Promise<void> {
  const { what, version, versionNumber = 1, day = '' } = news
  const key = `policy:${policy.id}:${version}`
  const changed = what === 'changed' && versionNumber > 1
  for await (const follower of inBatches((after, limit) => followersOf(k.db, policy.id, after, limit))) {
    const effect =
      changed && follower.companyId !== null
        ? await effectOnCompany(k, follower.companyId, policy.id, versionNumber - 1, versionNumber)
        : null
    await notify(k.db, k, {
      to: { userId: follower.id },
      kind: 'policy',
      key,
      ...(what === 'down'
        ? { title: `您收藏的${quoted(policy.title)}已下架`, body: '该政策暂停对外展示，如有疑问请联系主管部门。', link: '/work/mycollect' }
        : what === 'repealed'
          ? repealWords(policy, day, today(k.clock))
          : what === 'restored'
            ? { title: `${quoted(policy.title)}的废止登记已撤销`, body: '该政策继续执行，恢复匹配。', link: detail(policy.id) }
            : what === 'published'
              ? { title: `您收藏的${quoted(policy.title)}重新上架`, link: detail(policy.id) }
              : {
                  title: `您收藏的${quoted(policy.title)}有修改`,
                  body: effect ? `对本企业：${effect.words}。` : '可以逐条查看修改了什么。',
                  link: changed ? comparison(policy.id, versionNumber - 1, versionNumber) : detail(policy.id),
                }),
    })
  }
}

/** Notifies users who want to hear of new policies at once; each user once per policy. */
async function tellSubscribers(k: Kernel, policy: { id: number; title: string; depName: string; applyTo: string | null }): Promise<void> {
  for await (const reader of inBatches((after, limit) => subscribers(k.db, 'now', after, limit))) {
    const { list } = await policiesWished(k, await wishesOf(k.db, reader.id), { ids: [policy.id], limit: 1 })
    if (!list[0]) continue
    const judged = reader.companyId === null ? null : await judgePolicies(k, reader.companyId, [policy.id])
    const standing = standingInWords(standingOf(judged?.get(policy.id)))
    await notify(k.db, k, {
      to: { userId: reader.id },
      kind: 'policy',
      key: `new:${policy.id}`,
      title: `新政策：${policy.title}`,
      body: [
        standing && `对本企业：${standing}。`,
        `${policy.depName}发布${policy.applyTo ? `，${policy.applyTo} 截止` : ''}。`,
        `符合订阅：${list[0].found.join('、')}。`,
      ]
        .filter(Boolean)
        .join('\n'),
      link: detail(policy.id),
    })
  }
}
