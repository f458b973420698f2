import { addTags, refreshTag, writeTag } from '../server/tag/index.ts'
import type { RuleNode } from '../contract/policy.ts'
import type { TagColour } from '../contract/tag.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

interface DemoTag {
  name: string
  colour: TagColour
  description: string
  /** staff only */
  internal?: true
  rules?: RuleNode
  /** demo companies by number, for tags set by hand */
  companies?: readonly number[]
}
const is = (field: string, label: string): RuleNode => ({ field, op: 'eq', value: true, label })
const groups: readonly { name: string; tags: readonly DemoTag[] }[] = [
  {
    name: '资质荣誉',
    tags: [
      { name: '高新技术企业', colour: 'blue', description: '证书在有效期内', rules: is('isHNTE', '有效期内高新技术企业') },
      { name: '专精特新企业', colour: 'blue', description: '省级专精特新中小企业', rules: is('isSRDI', '有效期内专精特新中小企业') },
      {
        name: '高企培育对象',
        colour: 'green',
        description: '尚非高企，研发投入和科技人员已有基础',
        rules: {
          all: [
            { field: 'isHNTE', op: 'eq', value: false, label: '不是高新技术企业' },
            { field: 'rdRatio3y', op: 'gte', value: 0.03, label: '近三年研发费用占销售收入不低于 3%' },
            { field: 'techStaffRatio', op: 'gte', value: 0.1, label: '科技人员占比不低于 10%' },
          ],
        },
      },
    ],
  },
  {
    name: '经营规模',
    tags: [
      { name: '规上企业', colour: 'green', description: '规模以上', rules: is('isScaleAbove', '规模以上企业') },
      {
        name: '小微企业',
        colour: 'grey',
        description: '按统计划型标准',
        rules: { field: 'enterpriseScale', op: 'in', value: ['small', 'micro'], label: '小型或微型企业' },
      },
    ],
  },
  {
    name: '风险关注',
    tags: [
      {
        name: '信用风险',
        colour: 'red',
        description: '列入经营异常名录或严重违法失信名单',
        internal: true,
        rules: { any: [is('abnormalList', '列入经营异常名录'), is('seriousDishonest', '列入严重违法失信名单')] },
      },
    ],
  },
  {
    name: '服务跟踪',
    tags: [
      { name: '重点挂钩企业', colour: 'amber', description: '县领导挂钩联系', internal: true, companies: [0, 1, 5] },
      { name: '上市后备企业', colour: 'amber', description: '列入上市后备名单', companies: [1] },
    ],
  },
]

/** Tags of the demo county: six by rule, two by hand. */
export const tagSeed: Seed = {
  name: 'demo tags',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'demo tags', async () => {
      const call = systemCall('seed')
      const ids = (await k.db.selectFrom('company').select('id').orderBy('id').limit(30).execute()).map((c) => c.id)
      const shown = { enabled: true, visible: true, sort: 0 }
      for (const [i, group] of groups.entries()) {
        if (await k.db.selectFrom('tag').select('id').where('name', '=', group.name).executeTakeFirst()) continue
        const made = await k.db.transaction().execute(async (db) => {
          const parentId = await writeTag(
            db,
            call,
            { ...shown, tagName: group.name, colour: 'grey', description: '', sort: i + 1 },
            k.clock.now(),
          )
          const below: { id: number; tag: DemoTag }[] = []
          for (const [n, tag] of group.tags.entries()) {
            const body = {
              ...shown,
              tagName: tag.name,
              parentId,
              colour: tag.colour,
              description: tag.description,
              sort: n + 1,
              visible: !tag.internal,
            }
            below.push({ id: await writeTag(db, call, body, k.clock.now(), tag.rules ? { rules: tag.rules } : undefined), tag })
          }
          return below
        })
        for (const { id, tag } of made) {
          const companyIds = (tag.companies ?? []).flatMap((n) => ids[n] ?? [])
          if (tag.rules) await refreshTag(k, id)
          else if (companyIds.length > 0) await addTags(k, call, { tagIds: [id], companyIds, reason: '演示数据' })
        }
      }
    }),
}
