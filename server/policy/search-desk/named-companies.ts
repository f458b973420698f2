import { dictionaryWords, isDoing, isFiller } from '../../search/index.ts'
import { isBeforeNames, isOfKind, tellsKind } from './named-business.ts'

/** Words with which short company names end. */
const TRADES = new Set(
  `科技 信息 网络 软件 电子 电器 电气 光电 光伏 半导体 机械 机电 装备 设备 精密 五金 重工 动力 数控 仪器 仪表 电缆 线缆 电源 阀门 轴承 模具 铸造 钢铁 冶金 材料 新材料 新能源
  能源 纺织 服饰 服装 鞋业 食品 饮料 化工 医药 药业 制药 生物 医疗 器械 塑料 塑业 塑胶 橡胶 包装 印刷 印染 纸业 家具 家居 木业 建材 建设 建筑 工程 装饰 园林 置业 地产 实业 工贸 商贸 贸易 外贸 物流
  运输 传媒 文化 广告 环保 农业 牧业 乳业 茶业 酒业 水泥 陶瓷 玻璃 汽配 汽车 智能 自动化 控股 集团 股份 餐饮 教育 咨询`
    .trim()
    .split(/\s+/),
)
const LONGEST_NAME = 8
/** Verbs of owing; the company stands directly before them. */
const OWES =
  /^(?:一直|老是|总是|还|又|也|都|已经|长期)?(?:欠(?:了|着)?(?:我|薪|钱|款|工资|社保|员工|工人|大家)|拖欠|克扣|[不没](?:发|给|结|交)(?:我|工资|薪|社保|钱|提成|加班费)|骗了?我|(?:辞退|开除|裁)了?我|把我(?:辞退|开除|裁))/
/** 宏远纺织倒闭了: only after a trade word. */
const CLOSED = /^(?:已经|快|要)?(?:倒闭|破产|跑路)/
/** Debtors that are not names. */
const SOMEBODY = new Set(
  '老板 公司 单位 厂里 工厂 工地 建筑工地 包工头 企业 店里 东家 学校 项目部 甲方 乙方 客户 对方 别人 人家 朋友 中介 物业 政府 领导 开发商 承包商 房东 平台 部门 经理 组长 主管'.split(
    ' ',
  ),
)
/** Phrases before the name of the asker's own company. */
const OWN = /(?:我们?(?:公司|厂|企业|单位)?(?:是|叫|名叫)|我司|我公司|本公司|(?:公司|厂|企业|单位)(?:名称?)?(?:是|叫)|在|进了?|入职)$/
/** 塑|业 */
const isTrade = (words: readonly string[], at: number): boolean =>
  TRADES.has(words[at]!) || (words[at] === '业' && words[at - 1]?.length === 1)
const isHan = (word: string | undefined): word is string => word !== undefined && /^\p{Script=Han}+$/u.test(word)
const isLone = (word: string | undefined): word is string => isHan(word) && word.length === 1 && !isFiller(word) && !isBeforeNames(word)

/**
 * Replaces short company names without a legal form by 某: before a trade word when the name's characters form no word (辰纲智能装备) or the
 * asker's own company is named, and before a verb of owing (阳光科技不发工资). `isWord`: whether policies use a word.
 */
export function withoutNamedCompanies(text: string, isWord: (word: string) => boolean): string {
  const words = dictionaryWords(text)
  const isCommon = (word: string) => tellsKind(word) || TRADES.has(word) || SOMEBODY.has(word) || (word.length > 1 && isWord(word))
  const names = new Set<number>()
  for (const at of words.keys()) {
    const rest = words.slice(at).join('')
    const isOwing = OWES.test(rest) || (at > 0 && isTrade(words, at - 1) && CLOSED.test(rest))
    if (!isOwing && !isTrade(words, at)) continue
    const before = wordsBefore(words, at)
    const unknown = before.filter((place) => !isCommon(words[place]!) && !isOfKind(words, place, at))
    const [first, last] = [unknown[0], unknown.at(-1)]
    if (first === undefined || last === undefined) continue
    const name = words.slice(first, last + 1)
    const isOdd = name.length > 1 && name.every(isLone) && !isDoing(name[0]!)
    const isNamed = first === before[0] && OWN.test(words.slice(0, first).join(''))
    if (isOwing || isOdd || isNamed) for (let place = first; place <= last; place++) names.add(place)
  }
  return words.map((word, at) => (!names.has(at) ? word : names.has(at - 1) ? '' : '某')).join('')
}

/** Positions of the words that can belong to a name ending before a position. */
function wordsBefore(words: readonly string[], at: number): number[] {
  const before: number[] = []
  for (let from = at - 1, length = 0; from >= 0; from--) {
    const word = words[from]
    length += word?.length ?? 0
    if (!isHan(word) || isBeforeNames(word) || isFiller(word) || length > LONGEST_NAME) break
    before.unshift(from)
  }
  return before
}
