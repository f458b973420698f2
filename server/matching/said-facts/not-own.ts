import type { Quantity } from './quantities.ts'
import type { Span } from './said.ts'

/** Clauses of a text: the parts between punctuation and blanks. */
export const clausesOf = (text: string): Span[] =>
  [...text.matchAll(/[^,，。;；!！?？\s、]+/g)].map(({ index, 0: part }) => ({ from: index, to: index + part.length }))

const SELF = /我|咱|本公司|本企业|本厂|自己/
const OTHERS =
  /^(?:听说|比如|例如|像|那|但|可|而|因为)?(?:我们?的?|咱们?的?)?(?:隔壁|邻居|对门|对手|竞争对手|同行|别人|别家|人家|对方|其他公司|其他企业|别的公司|别的企业|(?:全资|控股)?[子母分]公司|总公司|兄弟公司|关联(?:公司|企业))/

/** A relative's company is not the asker's, unless the asker then speaks of their own. */
const RELATIVES =
  /^(?:我|我们|咱)?的?(?:一个)?(?:[表堂][哥弟姐妹]|哥哥|弟弟|姐姐|妹妹|姐夫|妹夫|爸爸?|妈妈?|父亲|母亲|爷爷|岳父|公公|老公|老婆|丈夫|妻子|爱人|儿子|女儿|大舅|舅舅|叔叔|老乡|朋友|亲戚|同学|同事)的?(?:(?:19|20)\d\d年|[去前今]年)?的?(?:开|办|那|他|她|家|公司|企业|厂|店)/
const OWN_AGAIN = /^(?:而|但是?|可是?)?(?:我们?(?:这|自己|家|公司|厂|店|才|就|只|的(?:公司|企业|厂|店)|[去今前]年|刚|新)|咱|自己)/

/** Blanks out the clauses about others, up to where the asker speaks of themselves again; also returns these clauses. */
export function withoutOthers(text: string): { own: string; others: string[] } {
  const others: string[] = []
  let own = text
  let isOther = false
  const clauses = clausesOf(text).map((span) => ({ ...span, clause: text.slice(span.from, span.to) }))
  for (const [at, { from, to, clause }] of clauses.entries()) {
    const isRelative = RELATIVES.test(clause) && clauses.slice(at + 1).some((later) => OWN_AGAIN.test(later.clause))
    isOther = isRelative || OTHERS.test(clause) || (isOther && !SELF.test(clause))
    if (!isOther) continue
    others.push(clause)
    own = own.slice(0, from) + ' '.repeat(to - from) + own.slice(to)
  }
  return { own, others }
}

const WISH =
  /想(?!问|了解|知道|咨询|请教|申|报|看|评|办)|打算|计划|准备(?!金)|希望|争取|拟(?!定)|预计|目标|要求|门槛|需要|必须|需达|(?<![主重])要(?!是|闻|申|报|评|办|问)|[奔往冲][着向到]?$/
const NOW = /现在|目前|现有|已有|已经/
const REQUIRED_AFTER = /^.{0,6}门槛|^(?:以上|左右)?才(?:能|可|算|够|行|给|报|享)/
/** Whether a figure is wished, planned or required: `before` is the part of the clause before it, `after` the part behind it. */
export const isWished = (before: string, after: string): boolean => (WISH.test(before) && !NOW.test(before)) || REQUIRED_AFTER.test(after)

const PERIOD = '(?:月|季|季度|半年|天|日|周|星期|礼拜|q[1-4])'
const PERIOD_BEFORE = new RegExp(`${PERIOD}(?:均|平均|度|的|里|内|我们|公司|厂里|店里|总){0,3}$`)
const PERIOD_BETWEEN = new RegExp(`每个?${PERIOD}|一个?${PERIOD}|${PERIOD}均|半年|季度|[两二三四五几\\d]年(?:一共|总共|合计|累计|加起来)`)
const PERIOD_AFTER = /^(?:左右|上下|多)?(?:每|一|每一|\/)?个?(?:月(?!底|初)|季|天(?!天)|日)/
const YEARS_TOGETHER = /[两二三四五几\d]年(?:以?来)?(?:的)?(?:一共|总共|合计|累计|总计?|加起来)(?:的)?$/
/** 三年营收加起来, 去年加今年的营收: the years and the word for their sum are apart. */
const YEARS = /[两二三四五六七八九十几\d]年(?!前|内|以上)|[去前今]年(?:和|加|跟|与)[去前今]年/
const TOGETHER = /共|合计|累计|总计|加起来|相加|之和/
const isOfYearsApart = (words: string): boolean => {
  const at = words.search(YEARS)
  return at >= 0 && TOGETHER.test(words.slice(at))
}
/** Whether a sum covers a month, a quarter, half a year or several years: no field stores such a sum. */
export const isOfOtherPeriod = (text: string, clause: Span, name: Span, q: Quantity): boolean => {
  const before = text.slice(clause.from, Math.min(name.from, q.from))
  const between = text.slice(Math.min(name.to, q.to), Math.max(name.from, q.from))
  return (
    PERIOD_BEFORE.test(before)
    || YEARS_TOGETHER.test(before)
    || isOfYearsApart(text.slice(clause.from, Math.max(name.from, q.from)))
    || PERIOD_BETWEEN.test(between)
    || PERIOD_AFTER.test(text.slice(q.to))
  )
}

/** 1,2345万: a figure with a comma in a wrong place. */
export const isTorn = (text: string, { from, to }: Quantity): boolean =>
  (/\d,$/.test(text.slice(0, from)) && /^\d\d/.test(text.slice(from))) || (/\d$/.test(text.slice(0, to)) && /^,\d\d/.test(text.slice(to)))

/** 一人公司 is a kind of company, and 一个人开的 tells who founded it. */
const OF_ONE = /^(?:有限|独资|公司|企业|独自|单独|自己|[开办]的)/
/** Whether "one person" is not a number of employees. */
export const isOfOne = (q: Quantity, text: string): boolean => q.kind === 'people' && q.value === 1 && OF_ONE.test(text.slice(q.to))

const OTHER_MEASURE =
  /^(?:周?岁|天|个?小时|个?月|日|号|点|线|级|险|胎|栋|幢|套|层|间|块|批|条|台|次|份|张|部|片|场|座|口|亩|平|米|吨|度|倍|站|后|零后)/
const ALONE = /^(?:[一二两三四五六七八九十百千万]|万一|千万)$/
const AFTER_NUMBER = /^(?:$|[,，。;；!！?？\s、()]|左右|上下|以上|以下|出头|开外)/
/**
 * Whether a number without a unit counts neither people nor things: 员工年龄50, 五险, 三天. A single Chinese digit followed by more text is usually
 * a part of a word (一般, 十分).
 */
export const countsNothing = (q: Quantity, text: string): boolean =>
  /[年月天]$/.test(q.text)
  || /第$|(?:年龄|平均|工龄|人均)(?:是|为|在|约|大概)?$/.test(text.slice(0, q.from))
  || OTHER_MEASURE.test(text.slice(q.to))
  || (ALONE.test(q.text) && !AFTER_NUMBER.test(text.slice(q.to)))

const SUBSIDY = /(?:补贴|补助|奖励?|返还|资助|最高|封顶|额度|扶持|减免|退税?|支持|报销?|券)[^\d一二两三四五六七八九十百千]{0,4}$/
const SUBSIDY_AFTER = /^(?:元|块)?(?:以内|左右)?的?(?:补贴|补助|奖励|奖金|扶持|资助|创新券|返还|贴息)/
/** Patents that are applied for do not count yet. */
export const isPending = (key: string, after: string): boolean =>
  key.startsWith('ipType') && /^[^,，。;；\d]{0,8}?(?:正?在申请|申请中|在审|受理|公示|还没授权|没授权|未授权|没下来)/.test(after)

/** 能补几万, 几百人才能报: a question for an amount states nothing. */
export const isAsked = (text: string, { from, to }: Span, q: Quantity): boolean =>
  q.text.includes('几') && /能|可以|补|奖|拿|领|给|才/.test(text.slice(from, to))

export const isMoneyOfState = (text: string, q: Quantity): boolean =>
  q.kind === 'money' && (SUBSIDY.test(text.slice(0, q.from)) || SUBSIDY_AFTER.test(text.slice(q.to)))
