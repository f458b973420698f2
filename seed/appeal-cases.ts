import type { AppealPause, AppealResult } from '../contract/appeal/states.ts'

/** One appeal of the demo county; all fictional. */
export interface DemoCase {
  type: number
  title: string
  content: string
  answer: string
  /** days before today */
  back: number
  /** days from submission to the answer */
  took: number
  state: number
  score?: number
  result?: AppealResult
  public?: true
  pause?: AppealPause
  ruled?: true
  /** the sender found no suitable policy */
  gap?: true
  /** index of the appeal with which it is answered */
  with?: number
}

const subjects: readonly [type: number, titles: readonly [string, string, string], content: string, answer: string][] = [
  [
    1601,
    ['用电高峰期限电影响排产', '车间电压不稳致设备停机', '新增变压器容量迟迟未批'],
    '近一个月生产受供电影响，订单有延误风险，希望协调供电保障。',
    '已会同供电公司现场查看，调整错峰时段并安排增容，本月内完成。',
  ],
  [
    1602,
    ['厂区水压不足', '雨污管网堵塞', '临时用水接入手续不清'],
    '影响清洗工序，请协调水务部门现场处理。',
    '水务公司已更换入口阀门并疏通管段，水压恢复正常。',
  ],
  [
    1603,
    ['天然气价格上涨较快', '用气量指标不足', '燃气管道迁改费用争议'],
    '用气成本占比高，希望了解价格政策和可申请的指标。',
    '已说明现行价格文件，协助申请增加非居民用气指标。',
  ],
  [
    1605,
    ['大件运输通行证办理慢', '园区出口拥堵', '冷链物流找不到承运'],
    '货物交付受影响，请协助协调。',
    '已开通预约办理，并对接两家物流企业。',
  ],
  [
    1003,
    ['技改补助尚未到账', '首次小升规奖励何时兑现', '研发投入奖补进度'],
    '申报已通过审核，公示也结束了，请告知拨付时间。',
    '资金已列入本季度拨付计划，下月月底前拨付到位。',
  ],
  [
    1001,
    ['高企奖励与市级能否同享', '留抵退税与加计扣除如何衔接', '专精特新政策有效期'],
    '不同政策说法不一，请给一个明确答复。',
    '依据现行文件可以分别享受，就高不重复的部分已逐条列明。',
  ],
  [
    1002,
    ['申报书附件要求不清楚', '数字化改造项目能否补报', '材料目录与去年不一致'],
    '准备申报，希望有人指导。',
    '已安排专人电话辅导，补报窗口延长至月底。',
  ],
  [
    1101,
    ['扩产需要工业用地二十亩', '意向地块规划条件咨询', '临时用地期满续期'],
    '订单增长，现有厂房不够用。',
    '已纳入下一批供地计划，并提供三处可选地块。',
  ],
  [
    1102,
    ['寻找三千平方米标准厂房', '租赁厂房消防验收资料缺失', '厂房层高不满足设备要求'],
    '希望在本县内解决。',
    '已对接园区两处厂房，消防资料由业主补齐。',
  ],
  [
    1103,
    ['不动产证办理卡在历史遗留', '厂房加层手续', '土地分割登记'],
    '影响抵押贷款，请协调。',
    '经会商，按历史遗留问题处理办法补办，已受理。',
  ],
  [1201, ['急需普工五十名', '节后返岗率低', '招聘会名额申请'], '订单排到下季度，缺工影响交付。', '已安排两场专场招聘并组织对口劳务协作。'],
  [
    1204,
    ['希望组织数控操作培训', '安全员继续教育', '技能等级评价点申请'],
    '员工技能跟不上新设备。',
    '已列入本月培训计划，培训费按规定补贴。',
  ],
  [1205, ['引进工程师子女入学', '人才公寓申请', '集体宿舍不足'], '担心人才留不住。', '已按人才政策协调学位，公寓安排在下月。'],
  [1301, ['流动资金贷款到期衔接', '订单融资需求', '信用贷额度偏低'], '回款周期长，资金周转紧张。', '已组织两家银行上门对接，授信已批复。'],
  [1303, ['续贷需先还后借', '贷款展期申请', '利率重新定价咨询'], '希望无还本续贷。', '符合条件，银行已办理无还本续贷。'],
  [
    1401,
    ['寻找轴承热处理技术团队', '视觉检测算法合作', '新材料测试平台'],
    '自行攻关困难，希望对接院校。',
    '已对接三家院校，签订技术服务意向。',
  ],
  [1403, ['商标被抢注如何应对', '专利快速预审', '海外知识产权纠纷'], '希望得到专业指导。', '已安排维权援助机构对接，并进入快速通道。'],
  [1501, ['产品对接本地整车配套', '希望加入供应商名录', '滞销库存对接'], '希望政府搭台。', '已邀请参加供需对接会，并推荐给两家采购商。'],
  [
    1503,
    ['政府采购中小企业预留份额', '投标保证金退还慢', '采购合同履约争议'],
    '请说明政策并协助处理。',
    '已按规定预留份额，保证金已退还。',
  ],
  [1704, ['施工许可办理时限', '临时用电与开工衔接', '联合审图意见不一致'], '项目开工在即。', '已由专班协调，容缺办理施工许可。'],
  [1702, ['环评类别如何认定', '环评报告表补正较多', '排污许可变更'], '担心影响投产。', '已现场指导，按登记表管理，无需编制报告表。'],
  [1804, ['消防验收整改指导', '老厂房消防改造', '充电区消防要求'], '整改标准不清楚，请指导。', '已列出整改清单，复查通过。'],
  [1902, ['发票额度不够用', '跨区迁移涉税事项', '社保费补缴滞纳金'], '影响正常开票。', '已按需提额，当天生效。'],
  [2002, ['下游企业拖欠货款', '工程款逾期未付', '质保金超期未退'], '多次催收无果，请协调。', '已纳入拖欠账款清理台账，对方承诺分期支付。'],
]

const SCORES = [5, 4, 5, 3, 5, 4, 2, 5, 4, 5, 1] as const
const RESULTS = ['solved', 'solved', 'partly', 'explained', 'solved', 'unsolved'] as const
const stateAt = (i: number): number => (i < 24 ? 6 : i < 42 ? 4 : i < 44 ? 7 : i < 46 ? 5 : i < 52 ? 3 : i < 66 ? 2 : 1)
/** All archived ones except two, and two of three closed ones. */
const isEvaluated = (i: number): boolean => (i < 24 ? i % 12 !== 5 : i < 42 && i % 3 !== 1)

/** Appeals with the same cause as an earlier one, from another sender: four groups. */
const sameAs: Readonly<Record<number, number>> = { 53: 52, 67: 66, 69: 68, 71: 70 }
const gaps: ReadonlySet<number> = new Set([5, 17, 31, 47, 57, 63])

/** Seventy-two over half a year, oldest first. */
export const cases: readonly DemoCase[] = Array.from({ length: 3 * subjects.length }, (_, i) => {
  const cause = sameAs[i] ?? i
  const [type, titles, content, answer] = subjects[(cause * 7) % subjects.length]!
  return {
    type,
    title: `${titles[Math.floor(cause / subjects.length)]!}（示例）`,
    content,
    answer,
    back: i < 42 ? 180 - i * 3.4 : 30 - (i - 42),
    took: 2 + (i % 9),
    state: stateAt(i),
    result: RESULTS[i % RESULTS.length]!,
    ...(isEvaluated(i) ? { score: SCORES[i % SCORES.length]! } : {}),
    ...(i < 36 && i % 3 === 0 ? { public: true } : {}),
    ...(i === 60 || i === 62 || i === 64 ? { pause: i === 62 ? 'asked' : 'company' } : {}),
    ...(i === 58 || i === 61 ? { ruled: true } : {}),
    ...(gaps.has(i) ? { gap: true } : {}),
    ...(sameAs[i] === undefined ? {} : { with: sameAs[i] }),
  }
})
