import { infoFacts, infoKinds } from '../contract/training/states.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const subjects = [
  '惠企政策申报培训走进云溪开发区',
  '专精特新企业座谈会召开',
  '数字化改造现场会：三家车间的做法',
  '安全生产月培训小结',
  '高新技术企业认定辅导答疑集锦',
  '外贸企业合规讲座回顾',
  '创业沙龙：年轻人怎样办厂',
  '银企对接会促成二十二项意向',
  '研发费用加计扣除常见问题',
  '工业设计进车间活动预告',
  '企业财务人员培训班开班',
  '节能降碳案例分享',
]
const lives = [
  { title: '惠企政策直播解读（第五期）', start: 2 * DAY, hours: 2 },
  { title: '税费优惠在线问答', start: 5 * DAY, hours: 1 },
  { title: '企业标准编制入门', start: 9 * DAY, hours: 2 },
  { title: '园区招商推介云直播', start: -HOUR, hours: 30 * 24 },
  { title: '专利快速预审讲解', start: -6 * DAY, hours: 2 },
  { title: '劳动用工合规直播', start: -15 * DAY, hours: 2 },
]

/** Twenty reports and six live sessions of the demo county; one of each is unpublished. */
export const publicitySeed: Seed = {
  name: 'training publicity',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'training publicity', async () => {
      if (await k.db.selectFrom('train_info').select('id').limit(1).executeTakeFirst()) return
      const now = k.clock.now().getTime()
      const at = (ms: number) => new Date(now + ms)
      const { published, draft } = infoFacts.code
      await k.db
        .insertInto('train_info')
        .values(
          Array.from({ length: 20 }, (_, n) => ({
            title: `${subjects[n % subjects.length]}${n >= subjects.length ? '（续）' : ''}`,
            kind: infoKinds[n % 2]!,
            summary: '现场照片、要点和资料整理如下（示例）。',
            content:
              '<p>本次活动由县企业综合服务中心组织，参加企业就申报材料、时间安排和常见问题作了交流。</p><p>资料可以向主办单位索取（示例）。</p>',
            state: n === 19 ? draft : published,
            publish_time: n === 19 ? null : at(-(n * 3 + 1) * DAY),
            top_at: n === 4 ? at(-DAY) : null,
            created_at: at(-(n * 3 + 2) * DAY),
          })),
        )
        .execute()
      await k.db
        .insertInto('train_live')
        .values(
          lives.map(({ title, start, hours }, n) => ({
            title,
            url: `https://live.example.cn/room/${n + 1}`,
            replay_url: start < 0 ? `https://live.example.cn/replay/${n + 1}` : null,
            start_at: at(start),
            end_at: at(start + hours * HOUR),
            state: n === 2 ? draft : published,
          })),
        )
        .execute()
    }),
}
