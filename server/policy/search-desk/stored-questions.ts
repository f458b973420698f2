/**
 * Questions as people ask them, each with graded policies: 3 = exactly what is asked, 2 = clearly helpful, 1 = marginal; none = no policy
 * answers it. They measure the search (stored-questions.test.ts), and show an editor the effect of a synonym.
 */
export interface StoredQuestion {
  words: string
  /** grade by the policy's code */
  grades: Readonly<Record<string, number>>
}

const HNTE = 'hnte:3 tax-hnte-15:2 huaibin-hnte:2 hechuan-rd:1'
const LITTLE_GIANT = 'xjr-2026:3 xjr-2022:2 key-xjr:2'
const SRDI = 'zjtx-2026:3 zjtx-2022:2 xjr-2026:1'
const UPGRADE =
  'gd-tech-equip:3 huzhou-tech:3 zhenhai-equip-2024:3 gd-tech-interest:2 gd-tech-lease:2 zhenhai-clean-2024:1 equip-loan-2026:1 xian-scale:1'
const DIGITAL = 'zhenhai-digital-2024:3 deqing-software:3 xinchang-info:3 deqing-smart:2 shengzhou-smart:2 xinchang-cloud:2'
const SMART = 'deqing-smart:3 shengzhou-smart:3 zhenhai-digital-2024:3'
const SCALE = 'xian-scale:3 demo-scale-up:3 yanan-fiveup:3'
const JOBS = 'job-expansion:3 si-subsidy-25:2 ui-refund:2 demo-talent:1'
const INTEREST = 'sme-loan-2026:3 equip-loan-2026:3 startup-loan:3 gd-tech-interest:3 demo-micro-interest:3'
const EXHIBITION = 'sz-exhibition:3 hlj-exhibition:3'
const FIRST_SET = 'zj-first-set:3 longwan-first-set:3'

const rows: readonly (readonly [words: string, grades: string])[] = [
  // In the words of the documents
  ['高新技术企业认定', HNTE],
  ['科技型中小企业评价入库', 'kjxzx:3'],
  ['创新型中小企业', 'cxx:3 zjtx-2026:1'],
  ['专精特新中小企业认定', SRDI],
  ['专精特新小巨人', LITTLE_GIANT],
  ['重点小巨人中央财政奖补', 'key-xjr:3 xjr-2026:1'],
  ['研发费用加计扣除', 'tax-rd-100:3 tax-rd-120:3'],
  ['减按15%征收企业所得税', 'tax-hnte-15:3'],
  ['小型微利企业所得税优惠', 'tax-small-profit:3'],
  ['设备更新贷款财政贴息', 'equip-loan-2026:3 sme-loan-2026:1'],
  ['固定资产贷款贴息', 'sme-loan-2026:3 equip-loan-2026:2'],
  ['失业保险稳岗返还', 'ui-refund:3'],
  ['一次性扩岗补助', 'job-expansion:3'],
  ['社保补贴', 'si-subsidy-25:3'],
  ['企业技术改造资金', 'gd-tech-equip:3 gd-tech-interest:3 gd-tech-lease:3 huzhou-tech:2'],
  ['融资租赁补贴', 'gd-tech-lease:3'],
  ['首台（套）装备奖励', FIRST_SET],
  ['企业上云补助', 'xinchang-cloud:3'],
  ['绿色工厂奖励', 'huaibei-green:3'],
  ['科技创新券', 'longwan-voucher:3'],
  ['标准制定奖励', 'pan-an-standard:3 demo-patent-standard:3'],
  ['企业引才补贴', 'demo-talent:3'],
  ['小升规奖励', SCALE],
  ['五上企业培育', 'yanan-fiveup:3 xian-scale:2 demo-scale-up:2'],
  ['智能工厂奖励', SMART],
  ['工业企业数字化改造补助', 'deqing-software:3 zhenhai-digital-2024:2 xinchang-info:2'],
  ['信息化应用项目', 'xinchang-info:3'],
  ['展位费资助', EXHIBITION],
  ['知识产权奖励', 'demo-patent-standard:3'],
  ['集成电路企业研发加计扣除', 'tax-rd-120:3 tax-rd-100:2'],
  // With other names
  ['国高新申报', HNTE],
  ['科小评价', 'kjxzx:3'],
  ['设备补助', UPGRADE],
  ['机器更新换代能不能补', UPGRADE],
  ['技改补贴', UPGRADE],
  ['利息补贴', INTEREST],
  ['贷款贴息', INTEREST],
  ['返还失业保险费', 'ui-refund:3'],
  ['用工补贴', JOBS],
  ['招聘应届生补贴', 'job-expansion:3 si-subsidy-25:2 demo-talent:2'],
  ['引进博士奖励', 'demo-talent:3'],
  ['出国参展补助', EXHIBITION],
  ['广交会境外摊位补贴', EXHIBITION],
  ['出口信保补助', 'demo-export-credit:3'],
  ['信保保费', 'demo-export-credit:3'],
  ['纳统奖励', SCALE],
  ['首次上规奖励', SCALE],
  ['规上企业培育奖励', SCALE],
  ['数字化转型补贴', DIGITAL],
  ['数字化车间', 'zhenhai-digital-2024:3 shengzhou-smart:2 deqing-smart:2'],
  ['未来工厂', 'deqing-smart:3 shengzhou-smart:2'],
  ['云平台费用补助', 'xinchang-cloud:3'],
  ['绿色制造奖励', 'huaibei-green:3 zhenhai-clean-2024:2'],
  ['节能环保改造奖励', 'zhenhai-clean-2024:3 huaibei-green:2'],
  ['研发补助', 'dangshan-rd:3 hechuan-rd:3 tax-rd-100:2'],
  ['研发投入奖励', 'dangshan-rd:3 hechuan-rd:3'],
  ['减税', 'tax-hnte-15:3 tax-small-profit:3 tax-rd-100:3 tax-rd-120:3'],
  ['小微企业税收减免', 'tax-small-profit:3 tax-hnte-15:1'],
  ['创业贷款', 'startup-loan:3 demo-micro-interest:1'],
  ['创新产品首批次奖励', FIRST_SET],
  ['发明专利奖励', 'demo-patent-standard:3'],
  ['起草国家标准有奖励吗', 'pan-an-standard:3 demo-patent-standard:3'],
  ['牵头制定行业标准', 'pan-an-standard:3 demo-patent-standard:3'],
  ['工业母机税收优惠', 'tax-rd-120:3 tax-rd-100:1'],
  // In the words people use at the counter
  ['我们想换一批新机床，有没有补助', UPGRADE],
  ['厂里设备太旧了想换新的能补多少钱', UPGRADE],
  ['买ERP系统能报销一部分吗', 'deqing-software:3 xinchang-info:3 xinchang-cloud:1'],
  ['把系统搬到云上有补贴没', 'xinchang-cloud:3'],
  ['一个人都没裁，失业保险能退吗', 'ui-refund:3'],
  ['招了刚毕业的大学生给多少钱', 'job-expansion:3 si-subsidy-25:2 demo-talent:1'],
  ['给残疾人和失业的人交社保有补吗', 'si-subsidy-25:3'],
  ['想去国外摆个展位政府出钱吗', EXHIBITION],
  ['怕外国客户不付款，买保险有补贴吗', 'demo-export-credit:3'],
  ['刚进规上有什么奖', SCALE],
  ['小公司利润不多，税能少交点吗', 'tax-small-profit:3'],
  ['搞研发的钱能不能抵税', 'tax-rd-100:3 tax-rd-120:3'],
  ['评上高企能拿多少奖励', 'huaibin-hnte:3 hechuan-rd:2 tax-hnte-15:2 hnte:1'],
  ['高企的税率是多少', 'tax-hnte-15:3 hnte:1'],
  ['怎么样才能算小巨人', 'xjr-2026:3 xjr-2022:3 key-xjr:1'],
  ['专精特新有什么条件', 'zjtx-2026:3 zjtx-2022:2 xjr-2026:2'],
  ['我们的新设备是国内第一台，有奖励吗', FIRST_SET],
  ['请大学帮忙搞技术，能用什么券', 'longwan-voucher:3'],
  ['机器人改造生产线', 'zhenhai-equip-2024:2 gd-tech-equip:2 huzhou-tech:2 zhenhai-digital-2024:2 deqing-smart:2'],
  ['工厂排污改造有钱拿吗', 'zhenhai-clean-2024:3 huaibei-green:2'],
  ['租设备分期付款有补贴没有', 'gd-tech-lease:3'],
  ['贷款买设备利息谁出', 'equip-loan-2026:3 sme-loan-2026:3 gd-tech-interest:3 demo-micro-interest:1'],
  ['自己创业没钱能贷款吗', 'startup-loan:3'],
  ['小微企业贷不起款，利息能补吗', 'demo-micro-interest:3 startup-loan:2 sme-loan-2026:2'],
  ['申请专利花的钱能补吗', 'demo-patent-standard:3'],
  ['挖来一个硕士能拿多少', 'demo-talent:3'],
  ['开网店的小公司交多少税', 'tax-small-profit:3'],
  ['我们厂想做绿色工厂', 'huaibei-green:3 zhenhai-clean-2024:1'],
  // Pinyin and typing errors
  ['gaoqi', HNTE],
  ['xiaojuren', LITTLE_GIANT],
  ['zhuanjingtexin', 'zjtx-2026:3 zjtx-2022:3 xjr-2026:2 xjr-2022:2'],
  ['jishu gaizao', 'gd-tech-equip:3 gd-tech-interest:3 gd-tech-lease:3 huzhou-tech:3'],
  ['gxjsqy', HNTE],
  ['wgfh', 'ui-refund:3'],
  ['shoutaitao', FIRST_SET],
  ['chuangxinquan', 'longwan-voucher:3'],
  ['高薪技术企业', HNTE],
  ['专经特新', 'zjtx-2026:3 zjtx-2022:3 xjr-2026:2 xjr-2022:2'],
  ['研发费用加记扣除', 'tax-rd-100:3 tax-rd-120:3'],
  ['稳岗反还', 'ui-refund:3'],
  ['小声规奖励', SCALE],
  ['贷款帖息', INTEREST],
  ['境外站会', EXHIBITION],
  // Document numbers, offices, places
  ['国科发火〔2016〕32号', 'hnte:3'],
  ['粤工信规字2024年7号', 'gd-tech-equip:3 gd-tech-interest:3 gd-tech-lease:3'],
  ['工信部企业[2026]2号', 'cxx:3 zjtx-2026:3 xjr-2026:3'],
  ['财建〔2024〕148号', 'key-xjr:3'],
  ['财政部税务总局公告2023年第7号', 'tax-rd-100:3'],
  ['科技部 高新技术企业', 'hnte:3 kjxzx:1'],
  ['商务局展会', 'sz-exhibition:3 hlj-exhibition:2'],
  ['人社部门补助', 'job-expansion:3 ui-refund:2 si-subsidy-25:3'],
  ['镇海区设备', 'zhenhai-equip-2024:3 zhenhai-clean-2024:1'],
  ['德清数字化', 'deqing-software:3 deqing-smart:2'],
  ['西安小升规', 'xian-scale:3'],
  ['深圳展会', 'sz-exhibition:3 hlj-exhibition:1'],
  ['湖州技改', 'huzhou-tech:3'],
  ['嵊州智能制造', 'shengzhou-smart:3'],
  ['砀山研发', 'dangshan-rd:3'],
  ['淮北绿色工厂', 'huaibei-green:3'],
  ['龙湾区有哪些奖励', 'longwan-first-set:3 longwan-voucher:3'],
  // Questions that no policy answers
  ['停车位怎么申请', ''],
  ['孩子上学怎么报名', ''],
  ['营业执照年检', ''],
  ['食堂补贴', ''],
  ['消防验收找谁', ''],
  ['员工宿舍装修补助', ''],
  ['广告牌审批', ''],
  ['水费减免', ''],
]

/** Parses rows of a question and its grades (`code:grade`, separated by blanks). */
export const gradedQuestions = (graded: readonly (readonly [words: string, grades: string])[]): readonly StoredQuestion[] =>
  graded.map(([words, grades]) => ({
    words,
    grades: Object.fromEntries(
      grades
        .split(' ')
        .filter(Boolean)
        .map((one) => [one.split(':')[0]!, Number(one.split(':')[1])]),
    ),
  }))
export const storedQuestions = gradedQuestions(rows)
