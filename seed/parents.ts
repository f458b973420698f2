import { DEMO_SUBJECT } from '../server/identity/demo-accounts.ts'
import { DEMO_PARTY_HOST } from '../server/identity/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const platforms = [
  ['浙政钉（演示）', 'zzd', 'zzd.example.gov.cn'],
  ['市中小企业服务平台（演示）', 'zml', 'zml.example.gov.cn'],
  ['省数字经济综合应用（演示）', 'szjj', 'szjj.example.gov.cn'],
] as const

/** The demo's other platforms, and staff who have an account at 浙政钉. */
const demo = ({ db }: Kernel) =>
  db.transaction().execute(async (tx) => {
    for (const [name, login, host] of platforms)
      await tx
        .insertInto('platform')
        .values({ name, login, url: `https://${host}/`, protocol: 'ticket', hosts: [host] })
        .onConflict((c) => c.doNothing())
        .execute()
    await tx
      .insertInto('platform')
      .values({
        name: '市企业服务平台（演示）',
        url: `https://${DEMO_PARTY_HOST}/`,
        protocol: 'oidc',
        login_uri: `https://${DEMO_PARTY_HOST}/login`,
        hosts: [DEMO_PARTY_HOST],
      })
      .onConflict((c) => c.doNothing())
      .execute()
    const staff = await tx
      .selectFrom('sys_user')
      .select(['id', 'user_name'])
      .where('user_name', 'in', ['front1', 'dept1', 'editor1', 'leader1'])
      .where('account_id', 'is', null)
      .execute()
    for (const { id, user_name } of staff)
      await tx
        .updateTable('sys_user')
        .set({ account_id: `${DEMO_SUBJECT}zzd-${user_name}` })
        .where('id', '=', id)
        .execute()
  })

export const parentSeed: Seed = {
  name: 'demo parent platforms',
  demoOnly: true,
  run: (k) => seedOnce(k, 'demo parent platforms', () => demo(k)),
}
