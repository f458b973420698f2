import type { Kind } from './quantities.ts'

/**
 * How people name the fields of the catalogue. Fields, units, options and labels come from the catalogue; this list holds only names that
 * differ from the label.
 */
export interface NumberWay {
  /** the field; for fields by year the stem before Y1, Y2, Y3 */
  key: string
  kind: Kind
  words: RegExp
  /** stored by year: Y1 is last year */
  byYear?: number
  /** of this year only */
  thisYear?: true
  /** words without which the figure belongs to something else */
  only?: readonly RegExp[]
}

const money = (key: string, words: RegExp, more: Partial<NumberWay> = {}): NumberWay => ({ key, kind: 'money', words, ...more })
const people = (key: string, words: RegExp, more: Partial<NumberWay> = {}): NumberWay => ({ key, kind: 'people', words, ...more })
const count = (key: string, words: RegExp, more: Partial<NumberWay> = {}): NumberWay => ({ key, kind: 'count', words, ...more })
const percent = (key: string, words: RegExp, more: Partial<NumberWay> = {}): NumberWay => ({ key, kind: 'percent', words, ...more })

/** People who joined this year, as opposed to the present staff. */
const JOINED = [/引进|招|新进|新来|新增|吸纳/]
const LED = [/今年|本年/, /主导|牵头/]

/** Short names of fields whose catalogue label is official language. */
export const spokenNames: Readonly<Record<string, string>> = {
  industryCode: '行业',
  sizingIndustry: '行业',
  operatingYears: '成立',
  registeredDate: '注册日期',
  employees: '员工',
  insuredEmployees: '参保员工',
  revenueY1: '去年营业收入',
  revenueY2: '前年营业收入',
  revenueY3: '大前年营业收入',
  mainRevenueY1: '去年主营收入',
  rdExpenseY1: '去年研发费用',
  rdExpenseY2: '前年研发费用',
  netProfitY1: '去年净利润',
  taxableIncomeY1: '去年应纳税所得额',
  totalAssetsY1: '去年末总资产',
  totalLiabilitiesY1: '去年末总负债',
  isHNTE: '高新技术企业',
  isSRDI: '专精特新',
  isLittleGiant: '小巨人',
  gdRegion: '所在地区',
  countyRegistered: '在本县注册',
}

export const numberWays: readonly NumberWay[] = [
  money('mainRevenue', /主营业务(?:收入|营收)?|主营(?:收入)?/, { byYear: 3 }),
  money('hiTechIncomeY1', /高新(?:技术)?(?:产品|服务)(?:（服务）)?(?:的)?(?:销售)?收入/, { byYear: 1 }),
  money('totalIncomeY1', /(?:企业)?总收入/, { byYear: 1 }),
  money(
    'revenue',
    /营业(?:总)?收入|营业额|营收|销售(?:总)?额|销售收入|年销售|销售|年收入|(?<![总净入])收入(?!占)|卖了?(?=[约\d一二两三四五六七八九十几])/,
    {
      byYear: 3,
    },
  ),
  money(
    'rdExpense',
    /研究开发(?:费用|投入)?|研发(?!(?:费用?|投入|经费)?的?加计)(?:费用?|投入|经费|支出|投资|资金)?(?!人|机构|中心|团队|设备|平台)/,
    {
      byYear: 3,
    },
  ),
  money('rdExpenseDomestic3y', /近三年境内(?:发生的)?研发(?:费用|投入)?/),
  money('costExpenseY1', /成本费用(?:支出)?(?:总额)?/, { byYear: 1 }),
  money('totalAssetsY1', /总资产|资产总[额计]|资产规模/, { byYear: 1 }),
  money('totalLiabilitiesY1', /总负债|负债总[额计]|负债(?!率)/, { byYear: 1 }),
  money('netAssets', /净资产/, { byYear: 3 }),
  money('netProfitY1', /净利润?(?!率)|纯利润?|净赚/, { byYear: 1 }),
  money('taxableIncomeY1', /应纳税所得额?/, { byYear: 1 }),
  money('registeredCapital', /注册资[本金]|认缴资本/),
  money('equityFinancing2y', /近两年(?:新增)?(?:拿到|获得|完成)?的?股权融资/),
  money('equityFinancing3y', /近三年(?:新增)?(?:拿到|获得|完成)?的?股权融资/),
  money('leaseContract', /(?:设备)?融资租赁(?:合同)?(?:总?额|金额)?/),
  money('cleanInvestment', /清洁生产(?:绿色化)?(?:技术)?(?:改造)?(?:设备)?(?:投资|投入)?/),
  money('digitalProjectInvestment', /(?:数字化车间|智能工厂)(?:项目)?(?:建设)?(?:投资|投入)/),
  money('infoInvestment', /信息化(?:设备与软件|建设|改造)?(?:投资|投入)/),
  money(
    'softwareInvestment',
    /软件(?:投资|投入|采购)(?:额|费)?|(?:买|购买|采购|购置)(?:了|一套){0,3}[a-z]{0,5}(?:工业|管理|财务)?软件|软件(?=(?:另外|又|还|也)?[花投买]了?)/,
  ),
  money(
    'equipmentInvestment',
    /设备(?:更新)?(?:投资|投入|购置|采购)(?:额|费用?)?|(?:买|购买|采购|购置|购入|添置|更新|换)了?(?:一批|几台|一台|新的?|生产|新生产){0,4}(?:设备|机器|机床|生产线|产线)|(?:新|生产)?(?:设备|机器|生产线|机床)(?!厂|公司|制造|企业|补)/,
  ),
  money('cloudSpending', /上云(?:费用?)?|云服务(?:费用?)?/),
  money('serviceSpend', /(?:购买)?技术(?:创新)?服务(?:费用?|金额)?/),
  money('exhibitionFee', /(?:境外)?(?:展会)?展位费/),
  money('exportCreditPremium', /出口信用(?:保险|险)(?:的?保费)?|信保(?:保费|费)/),
  money('uiPremiumPaidY1', /(?:实缴|缴纳?了?)?失业保险费/, { byYear: 1 }),
  money('loanInterestPaid', /技改(?:固定资产)?贷款(?:已付)?的?利息/),
  money('techLoanAmount', /技改(?:固定资产)?(?:项目)?贷款(?!.{0,4}利息)/),
  money('faLoanAmount', /(?<!技改)固定资产贷款(?:本金|额)?(?!.{0,4}利息)/),
  money('startupLoanAmount', /创业担保贷款/),
  money('countyLoanInterest', /经营(?:性)?贷款(?:已付)?的?利息/),

  people('techStaff', /科技人员|科技活动人员/),
  people('rdStaff', /研发人员|研发团队|搞研发的|做研发的/),
  people(
    'insuredEmployees',
    /参保(?:职工|人数|人员|员工)?|(?:交|缴|缴纳|参加)了?(?:社保|失业保险)的?(?:职工|人数|人员|员工)?|社保(?:一共|总共)?[交缴上买]了?|社保人数/,
  ),
  people('talentDoctor', /博士(?!后)(?:研究生)?/, { thisYear: true, only: JOINED }),
  people('talentMaster', /硕士(?:研究生)?|(?<!博士|硕士)研究生/, { thisYear: true, only: JOINED }),
  people('talentBachelor', /本科生?|本科毕业生/, { thisYear: true, only: JOINED }),
  people('employees', /(?:在职|企业)?(?:员工|职工|从业人员|工人)(?:总?人数|数(?![十百千万亿]))?|总?人数|从业人数|团队(?!建设)/),

  count('patentsInvGranted', /(?:新)?授权(?:的)?发明专利|发明专利(?:新)?授权/, { thisYear: true }),
  count('ipType1', /发明专利|[ⅰi1一]类知识产权/),
  count('ipType2', /实用新型(?:专利)?|外观(?:设计)?(?:专利)?|软著|软件著作权|[ⅱ二2]类知识产权|ii类知识产权/),
  count('standardsIntlLed', /国际标准/, { thisYear: true, only: LED }),
  count('standardsNatLed', /国家标准|国标/, { thisYear: true, only: LED }),
  count('standardsIndLed', /行业标准|行标/, { thisYear: true, only: LED }),
  count('standardsLocalLed', /地方标准|省标/, { thisYear: true, only: LED }),
  count('exhibitionBooths', /展位/),
  count('achievements3y', /近三年(?:的)?(?:科技)?成果转化/),

  {
    key: 'operatingYears',
    kind: 'year',
    words:
      /成立|创立|创办|注册(?!资)|开办|开业|开厂|办厂|建厂|开公司|办公司|开店|开了|办了|(?:开|办)(?:个|家|一家)?小?(?:饭馆|饭店|餐馆|餐厅|网店|超市|民宿|酒店|宾馆|作坊|加工厂|工厂|合作社|门店|店铺|便利店|药店)|经营(?!贷|性|异常|范围)|运营/,
  },
  { key: 'segmentYears', kind: 'year', words: /细分(?:市场|领域)|深耕|专注/ },
  { key: 'uiPaidMonths', kind: 'months', words: /失业保险/ },
  { key: 'expansionInsuredMonths', kind: 'months', words: /三险/ },
  { key: 'digitalLevel', kind: 'level', words: /数字化水平(?:等级)?/ },

  percent('rdRatio3y', /近三年(?:的)?(?:研究开发|研发)(?:费用?|投入|经费)?(?:总额)?占?.{0,8}(?:占比|比例|比重|强度|收入|营收)的?/),
  percent('rdMainRatioY1', /(?:研究开发|研发)(?:费用?|投入|经费)?(?:总额)?占主营(?:业务)?(?:收入)?(?:的)?(?:比例|比重)?/),
  percent('rdCostRatioY1', /(?:研究开发|研发)(?:费用?|投入|经费)?(?:总额)?占成本(?:费用)?(?:支出)?(?:总额)?(?:的)?(?:比例|比重)?/),
  percent(
    'rdRatioY1',
    /(?:研究开发|研发)(?:费用?|投入|经费)?(?:总额)?(?:占比|强度|比例|占(?:营业?收入?|营收|销售(?:收入|额)?|收入|总营收)(?:的)?(?:比例|比重)?|占(?=[约\d一二两三四五六七八九十百不超]))|研发(?:费用?|投入)?(?=(?:超过|达到|不低于)?\d[\d.]{0,9}%)/,
  ),
  percent('rdStaffRatio', /研发人员(?:数)?(?:占比|比例|占(?:职工|员工|总人数)?(?:总数)?(?:的)?(?:比例)?)/),
  percent('techStaffRatio', /科技人员(?:数)?(?:占比|比例|占(?:职工|员工|总人数)?(?:总数)?(?:的)?(?:比例)?)/),
  percent('marketShare', /(?:细分)?市场(?:占有率|份额|占比)|市占率|占有率/),
  percent('debtRatio', /(?:资产)?负债率/),
  percent('layoffRate', /裁员率|裁员比例/),
  percent('mainRevenueRatio', /主营(?:业务)?收入(?:占比|占(?:营业?收入?|总收入|营收)(?:的)?(?:比例|比重)?|比重)/),
  percent('hiTechIncomeRatio', /高新(?:技术)?(?:产品|服务)(?:（服务）)?(?:的)?收入(?:占比|占总?收入的?(?:比例|比重)?|比例)/),
  percent('netProfitRatio', /净利润?率/),
  percent('mainGrowthY1', /主营(?:业务)?收入(?:同比)?(?:增长率?|增幅|涨了)/),
]

export interface QualityWay {
  key: string
  words: RegExp
  /** the value of having it; default true */
  value?: unknown
  /** the value of not having it; undefined: none; default false */
  not?: unknown
  /** only for this year; only for last year */
  thisYear?: true
  lastYear?: true
}

const LEVELS: readonly (readonly [string, string])[] = [
  ['national', '国家级'],
  ['provincial', '省(?:部)?级'],
  ['municipal', '市级'],
  ['county', '县级'],
]
const REGISTER = '注册|登记|纳税|落户'

export const qualityWays: readonly QualityWay[] = [
  { key: 'isLittleGiant', words: /(?:国家级)?(?:专精特新)?小巨人(?:企业)?/ },
  { key: 'isSRDI', words: /(?:省级)?专精特新(?:中小企业|企业)?(?!小巨人|贷)/ },
  { key: 'isInnovativeSME', words: /创新型中小企业/ },
  { key: 'isTechSME', words: /科技型中小企业|科小/ },
  { key: 'isHNTE', words: /(?:国家)?高新技术企业|国家?高新企业|高新企业|高企|国高新?/ },
  {
    key: 'isScaleAbove',
    words: /规上(?:工业|服务业)?(?:企业)?|规模以上(?:工业|服务业)?(?:企业)?|(?<![次小])(?:上|升)规(?:企业)?|(?<!首次)(?:入|纳)统/,
  },
  { key: 'firstScaleAbove', words: /首次(?:上规|升规|入统|纳统|入规)(?:纳统)?|第一次上规/, thisYear: true },
  { key: 'inScalePool', words: /小升规培育库(?:企业)?/ },
  { key: 'listed', words: /上市(?:公司|企业)?(?!辅导|奖励|补)/ },
  { key: 'privateEnterprise', words: /民营企业|民企|私营企业|私企/, not: undefined },
  { key: 'isSME', words: /中小微?企业|小微企业|小型企业|微型企业/, not: undefined },
  { key: 'ownBrand', words: /自主品牌|自有品牌|自己的品牌/ },
  { key: 'mgmtCert', words: /(?:质量|环境)?管理体系认证|体系认证|iso ?\d{4,5}(?:认证)?/ },
  { key: 'hasCoreIpOwnership', words: /核心技术(?:的)?(?:自主)?知识产权(?:所有权)?/ },
  { key: 'techReformFiled', words: /技改备案|技术改造备案/ },
  { key: 'coreBizIT', words: /核心业务(?:都|已)?(?:用了?|采用)(?:信息)?系统/ },
  { key: 'abnormalList', words: /经营异常(?:名录)?|异常名录/ },
  { key: 'seriousDishonest', words: /严重违法失信(?:名单)?|严重失信(?:名单)?/ },
  { key: 'seriousDishonest', words: /失信(?:记录|行为)?(?!名单|被执行)/, value: undefined },
  {
    key: 'rdExpenseY1',
    words: /研发(?:费用|投入|经费|支出)(?!的|占|比|要|方|单|专|归|台|加|补|投|资)/,
    value: undefined,
    not: 0,
    lastYear: true,
  },
  { key: 'researchDishonest', words: /科研严重失信/ },
  { key: 'wageArrears', words: /(?:拖欠|欠)(?:过)?(?:员工|职工|工人)?(?:工资|薪水)|欠薪/ },
  { key: 'duplicateFunding', words: /同一项目(?:已)?(?:获|拿)(?:得|到)?(?:过)?其他财政资金/ },
  { key: 'layoffRate', words: /裁(?:员|过员|人|过人)(?!率|比)|(?:辞退|开除)过?(?:员工|人)/, value: undefined, not: 0, lastYear: true },
  { key: 'layoffRate', words: /(?<=一个(?:人|员工|职工|工人)?[也都]?没有?)(?:裁|辞退|开除|辞)/, value: undefined, not: 0, lastYear: true },
  { key: 'totalLiabilitiesY1', words: /负债/, value: undefined, not: 0 },
  { key: 'ipType1', words: /发明专利/, value: undefined, not: 0 },
  ...LEVELS.flatMap(([value, level]): QualityWay[] => [
    {
      key: 'rdOrgLevel',
      value: value === 'county' ? 'below' : value,
      not: undefined,
      words: new RegExp(`${level}(?:企业)?(?:研发(?:中心|机构)|(?:企业)?技术中心|工程(?:技术)?(?:研究)?中心|(?:企业)?研究院|重点实验室)`),
    },
    { key: 'greenFactoryLevel', value, not: undefined, thisYear: true, words: new RegExp(`${level}绿色工厂`) },
  ]),
  { key: 'rdOrgLevel', words: /研发机构|研发中心/, value: undefined, not: 'none' },
  {
    key: 'countyRegistered',
    words: new RegExp(`(?:${REGISTER})(?:地)?(?:就)?(?:在|是)(?:本县|我们?县|咱们?县|县里|县内)|在?(?:本县|我县|县里|县内)(?:${REGISTER})`),
  },
]
