import type { Db } from '../server/kernel/db/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

interface Route {
  type?: number
  sender?: 'company' | 'person'
  street?: string
  industry?: string
  size?: 'above' | 'below'
  office: string
  note?: string
}
/** Offices in charge by kind of appeal in the demo county; codes of types, streets and industries as in the dictionaries. */
const routes: readonly Route[] = [
  { type: 10, sender: 'company', size: 'above', office: 'jxj', note: '规上企业的政策兑现由经信局牵头' },
  { type: 1001, sender: 'person', office: 'rsj', note: '个人的补贴多为就业创业类' },
  { type: 11, street: '339999100', office: 'fgj', note: '开发区用地由项目专班协调' },
  { type: 1103, office: 'zgj' },
  { type: 12, sender: 'person', office: 'rsj' },
  { type: 1203, size: 'above', office: 'rcb' },
  { type: 13, size: 'below', office: 'jrb', note: '小微企业融资' },
  { type: 1306, office: 'jrb' },
  { type: 14, industry: '39', office: 'kjj' },
  { type: 14, industry: '27', office: 'kjj' },
  { type: 1501, office: 'swj' },
  { type: 1601, street: '339999100', office: 'jxj', note: '开发区用电' },
  { type: 1602, office: 'jxj' },
  { type: 1702, office: 'hbj' },
  { type: 1804, street: '339999101', office: 'hbj' },
  { type: 1902, sender: 'company', office: 'swj2' },
  { type: 20, office: 'scj' },
  { type: 21, sender: 'person', office: 'scj' },
]

/** Answer templates; 0: for every type. */
const templates: readonly (readonly [type: number, title: string, content: string])[] = [
  [0, '已解决', '您反映的问题已经解决：'],
  [0, '已现场走访', '工作人员已于　月　日到贵企业现场了解情况，'],
  [0, '解释说明', '经核实，按现行规定，'],
  [0, '分步解决', '您反映的问题分两步解决：一是　；二是　。预计　月　日前完成。'],
  [0, '暂不能解决', '经研究，该事项目前不具备条件，原因是　。具备条件后将主动联系贵企业。'],
  [0, '转上级协调', '该事项需上级部门协调，已于　月　日书面报送，进展会及时告知。'],
  [10, '政策条件', '该项政策的申报条件是　，贵企业还需　。申报入口在平台“政策服务”。'],
  [10, '资金拨付', '该项资金已列入　批次，预计　月　日前拨付到账。'],
  [1001, '申报辅导', '已安排专人辅导申报，请于　月　日前在平台提交材料。'],
  [11, '用地手续', '该地块的规划条件为　，办理路径和所需材料见附件。'],
  [1103, '不动产登记', '该历史遗留问题已纳入专题研究，处理意见为　。'],
  [12, '招工对接', '已将贵企业的岗位纳入专场招聘，时间　，地点　。'],
  [1206, '子女入学', '按户籍和居住地，可就读的学校为　，办理时间为　。'],
  [13, '银企对接', '已对接　家银行，拟给予授信　万元，客户经理将与贵企业联系。'],
  [1306, '融资担保', '符合政策性担保条件，担保费率为　，请准备　。'],
  [14, '院校对接', '已对接　所院校的科研团队，首次对接时间为　。'],
  [15, '供需对接', '已将贵企业列入供需对接会名单，时间　。'],
  [16, '要素协调', '已会同有关单位现场查看，处理措施为　，　月　日前完成。'],
  [1601, '错峰用电', '已与供电公司调整错峰时段，自　月　日起执行。'],
  [17, '审批协调', '该审批事项已由专班协调，缺少的材料为　，补齐后　个工作日办结。'],
  [1702, '环评指导', '按分类管理名录，该项目属于　，应编制　。'],
  [18, '整改指导', '整改事项共　项，清单见附件，整改后可申请复查。'],
  [19, '税费办理', '所需资料和办理渠道为　，当天可以办结。'],
  [20, '账款清欠', '已纳入拖欠账款清理台账，对方承诺于　月　日前支付　。'],
]

async function enter(db: Db): Promise<void> {
  const office = new Map((await db.selectFrom('office').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const types = new Set((await db.selectFrom('appeal_type').select('id').execute()).map(({ id }) => id))
  const known = (type: number | undefined) => type === undefined || types.has(type)
  await db
    .insertInto('appeal_route')
    .values(
      routes
        .filter((route) => known(route.type) && office.has(route.office))
        .map((route) => ({
          type_id: route.type ?? null,
          sender: route.sender ?? null,
          street: route.street ?? null,
          industry: route.industry ?? null,
          size: route.size ?? null,
          office_id: office.get(route.office)!,
          note: route.note ?? '',
        })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('appeal_template')
    .values(
      templates
        .filter(([type]) => type === 0 || types.has(type))
        .map(([type, title, content], sort) => ({ type_id: type || null, title, content, sort: sort + 1 })),
    )
    .execute()
}

export const appealRulesSeed: Seed = {
  name: 'appeal routes and templates',
  demoOnly: true,
  run: (k) => seedOnce(k, 'appeal routes and templates', () => k.db.transaction().execute(enter)),
}
