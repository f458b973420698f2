import type { Span } from './said.ts'
import type { QualityWay } from './ways-to-say.ts'

export interface Quality extends Span {
  key: string
  value: unknown
}

/** At most six: some parts match in two ways, and without a limit 刚刚刚刚… would be tried in every combination. */
const GAP =
  '(?:了|过|的|是|为|成|一家|家|个|有效期内的?|国家级?|省级|省|市级|市|县级|县|全国|今年|去年|前年|上个?月|首次|新|刚刚?|刚才|已经?|也|还|都|均|认定的?|评定的?|称号|“|"){0,6}'
const HAVING =
  '(?:是|属于|成为|为|拥有|有|取得|获得|获评|获|拿到|拿了|拿下|评上|评为|评到|通过|通过了|列入|被列入|入选|入围|进了|进入|入了|认定为|认定了|被认定|做了|办了|办理了|建了|建有|完成|出过|发生|发生过|出了|参加|参与|作为|我司|我们|我公司|我厂|咱们?|本公司|本企业|公司|在)'
const NOT =
  '(?:不是|不算是?|不属于|并不是|并非|还不是|没有|没能|没评上|没拿到|没通过|没被|没进|没|从没|从未|从来没有?|未曾|未被|未|尚未|还没有?|暂未|无|不在|非|不|零|从不)'
const REALLY = new RegExp(`(?:${HAVING}|今年首次|今年新|今年刚|刚刚?|已经?|首次认定|重新认定|新认定)${GAP}$`)
const DENIED = new RegExp(
  `${NOT}(?:一次|一个人|有|过|被|再|曾|能|发生|出过|出现|列入|拿到|取得|获得|通过|评上|评|认定|办理?|做|进|入|建立?|设立|加入|注册|登记|${HAVING})?${GAP}$`,
)
/** Words that ask, wish or name a thing to apply for, instead of stating it. */
const ASKED =
  /(?:是不是|是否|算不算|属不属于|有没有|能不能|可不可以|能否|怎么|怎样|如何|咋|想要?|要|打算|准备|计划|争取|希望|申报|申请|报|冲|冲刺|培育|创建|争创|目标|才能|可以|能|成为|够|评|评定|认定|给|对|关于|什么是|哪些|需要|要求|条件|变|做个?|评个|报个|推荐|了解|咨询|奖励)(?:成|成为|为|是|上|到|一家|一个|个|的|国家级?|省级|市级|全国|新|认定){0,6}$/
/** 是高企吗 is a question as well. */
const ASKED_AFTER =
  /^(?:企业)?(?:了)?(?:吗|么|嘛|怎么|如何|需要|要什么|有什么(?:条件|要求)|的?(?:条件|要求|标准|流程|材料|申报|认定(?!了|的|证)|申请|奖励|补贴|补助|政策))/
const EXPIRED =
  /^(?:企业)?(?:证书|资质|称号|资格)?(?:但|不过|可)?(?:现在|目前|如今|今年|去年|后来)?(?:已经?|都)?(?:过期|失效|到期了|被取消|被撤销|没了)/
/** A past quality says nothing about today. */
const FORMER = /(?<![未不从])曾经?|以前|原来|原先|过去|之前|早年/
const TODAY = /现在|目前|如今|已经/
/** 评上高企能奖几万 asks about the effect; 拿到了高企能报什么 states the quality. */
const GAINING = /(?:评上|评到|评为|拿到|拿下|获得|取得|获评|通过|入选|列入|认定为?|成为|[升上入]了?)[国省市县级家个一]{0,3}$/
const GAINED = /了|过|已|我|咱|刚|[今去前]年|上个?月|\d年/
const WOULD_BRING = /^(?:企业|称号|资质|认定)?(?:以后|之后|后|的话)?(?:能|可以?|会|给|奖|补|享受|多少)/
const OWNED_AFTER = /^(?:企业)?(?:证书|资质|称号|资格|牌子)(?:已经|都|也|去年|前年|今年|早就|刚刚?){0,2}(?:有|拿到|到手|下来|批)/
/** 专精特新还没评上 denies after the name. */
const DENIED_AFTER =
  /^(?:企业)?(?:证书|资质|称号|资格|牌子)?(?:我们|目前|现在|暂时)?(?:还|也|都|一直|暂时)?(?:没有?|未|不)(?:能)?(?:评|拿|通过|下来|批|认定|到手|成功|进|入)(?!.{0,4}(?:吗|么|怎么|如何|[?？]))/
/** 科技型中小企业，去年没入库 */
const TAKEN_BACK =
  /^(?:企业)?[,，](?:但是?|不过|可是?)?(?:我们)?(?:[去今前]年|目前|现在)?(?:还|也|都|一直)?没有?(?:能)?(?:入库|评上|评到|通过|拿到|认定|入选)/
const JOINED = /^[,，、和及跟与也是又同时还且"”“]*$/

/** The qualities that a company states to have or not to have; questions and wishes are ignored. */
export function qualitiesIn(text: string, ways: readonly QualityWay[]): Quality[] {
  const taken: Quality[] = []
  const seen: { from: number; to: number; holds: boolean }[] = []
  const mentions = ways.flatMap((way) =>
    [...text.matchAll(new RegExp(way.words, 'g'))].map((found) => ({ way, from: found.index, to: found.index + found[0].length })),
  )
  mentions.sort((a, b) => a.from - b.from || b.to - b.from - (a.to - a.from))
  let end = -1
  for (const { way, from, to } of mentions) {
    if (from < end) continue
    end = to
    const holds = heldIn(text, from, to, seen.at(-1))
    if (holds === undefined) continue
    seen.push({ from, to, holds })
    const value = holds ? ('value' in way ? way.value : true) : 'not' in way ? way.not : false
    if (way.lastYear && /今年|明年|将|近[两三]年/.test(text.slice(Math.max(0, from - 10), from))) continue
    const isOfThisYear = !way.thisYear || !holds || /今年|本年|刚|新/.test(text.slice(Math.max(0, from - 14), from))
    if (value !== undefined && isOfThisYear) taken.push({ key: way.key, value, from, to })
  }
  return taken
}

function heldIn(text: string, from: number, to: number, last: { to: number; holds: boolean } | undefined): boolean | undefined {
  const clause = Math.max(...[...',，。;；!！?？、'].map((sign) => text.lastIndexOf(sign, from - 1))) + 1
  const before = text.slice(clause, from)
  const after = text.slice(to)
  if (EXPIRED.test(after)) return false
  if (FORMER.test(before.split(TODAY).at(-1) ?? '')) return undefined
  // Was on a list and has been removed from it.
  if (/过$/.test(before)) return /移出|移除|退出|解除|摘掉/.test(after) ? false : undefined
  if (/是不是|是否|有没有|算不算|属不属于/.test(before)) return undefined
  if (DENIED.test(before) && !/要不|能不$/.test(before)) return false
  if (DENIED_AFTER.test(after) && !ASKED.test(before)) return false
  if (GAINING.test(before) && !GAINED.test(before) && WOULD_BRING.test(after)) return undefined
  if (TAKEN_BACK.test(after)) return undefined
  if (OWNED_AFTER.test(after)) return true
  const isAsked = ASKED_AFTER.test(/通过/.test(before) ? after.replace(/^认定|^评审|^评价/, '') : after)
  if (
    REALLY.test(before)
    && !ASKED.test(
      before.replace(/(?:首次|重新|新|今年|被)认定(?:为|了|的)?.{0,6}$|(?:获评|被评|已评|评上|评为|通过)(?:了|为)?.{0,4}$/, ''),
    )
  )
    return isAsked ? undefined : true
  if (last && JOINED.test(text.slice(last.to, from)) && !isAsked) return last.holds
  // A clause with nothing else in it: 民营企业，通过了…
  if (
    before.trim() === ''
    && /^(?:企业|公司)?\s*[,，。;；、]/.test(after)
    && !/怎么|如何|条件|申报|申请|认定|奖补|奖励|补贴|补助|政策/.test(after)
  )
    return true
  return undefined
}
