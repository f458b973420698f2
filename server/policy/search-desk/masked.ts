import { personNames } from '../../search/index.ts'
import { withoutMailAddresses } from './mail-addresses.ts'
import { tellsKind, withoutNamedBusinesses } from './named-business.ts'
import { withoutNamedCompanies } from './named-companies.ts'
import { isRelation, SURNAMES, withoutNamedPeople } from './named-people.ts'

const RUN = /[\p{Script=Han}a-z0-9()（）]+/giu
const FORM = /有限责任公司|股份有限公司|有限公司|集团公司|集团/g
/** Maximum length of a name before its legal form; text further left does not belong to it. */
const LONGEST_NAME = 30
const CALLED = /((?:我叫|我是|姓名|法人|联系人|老板叫|负责人)(?:是|叫|为)?[:：]?)\p{Script=Han}{2,4}?(?=$|[,，。\s、]|电话|手机|的)/gu
/** 买买提·艾力: among the things people ask about, only names of people contain a dot. */
const DOTTED =
  /(?:(?![我叫是的给让和与])\p{Script=Han}){1,5}(?:[·•‧・](?:(?![的想要能可有怎在是我办申请问和与欠开了领报])\p{Script=Han}){1,6}){1,3}/gu
/** A number plate: 浙A12345, 浙AD12345. */
const PLATE = /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·. ]?[A-Z0-9]{5,6}(?![A-Z0-9])/gi
const ACCOUNT =
  /((?:微信|威信|薇信|vx|wx|wechat|qq|钉钉|抖音|快手|小红书|支付宝|账号|帐号|用户名|昵称|网名)(?:公众)?(?:号码?|名|群)?(?:是|为|叫)?[:： ]{0,2})[a-z0-9_][\w.-]{2,}/gi
/** Letters mixed with digits form an identifier: a credit code, an account, a device. */
const CODE = /(?<![a-z0-9_-])(?!iso)[a-z0-9_-]{5,}/gi
const ADDRESS = /(?:(?![的我在住是到去从省市县区镇乡村])\p{Script=Han}){2,4}(?:路|街|大道|弄|巷)(?=[\d一二三四五六七八九十百]{1,5}[号弄])/gu
const TITLED = new RegExp(
  `[${SURNAMES}]\\p{Script=Han}{0,2}(?=先生|女士|小姐|老板|老师|师傅|医生|经理|主任|局长|科长|大姐|大哥|阿姨|总(?!额|收|数|资|计|部|共|体|结))`,
  'gu',
)
/** 加我抖音 小兰爱唱歌: a nickname can be any words. */
const NICKNAME = /((?:加|关注|搜)我的?(?:微信|vx|wx|qq|钉钉|抖音|快手|小红书)(?:号|名)?(?:是|叫)?[:： ]{0,2})[^\s,，。;；!！?？]{2,12}/gi
/** Zhang Wei */
const LATIN_NAME = /(?<![a-z])[A-Z][a-z]+(?: [A-Z][a-z]+){1,2}(?![a-z])/g

/** What stands in for the words that were removed. */
const STAND_IN = /某(?:邮箱|车牌|公司|人|号|数|路)?/g
/** Whether a masked question still asks something: of a number or a name alone only what stands in for it is left. */
export const isReadable = (words: string): boolean => /\p{Script=Han}{2}/u.test(words.replace(STAND_IN, ' '))

/**
 * Removes from a question what could identify the asker: digits (including phones and document numbers), names of companies and people,
 * addresses, accounts and number plates. `isWord`: whether a word occurs in policies.
 */
export function masked(question: string, isWord: (word: string) => boolean): string {
  // Invisible characters could reverse the lines of the board.
  const plain = question
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  const named = withoutMailAddresses(plain, '某邮箱')
    .replace(/[\w.+@-]+/g, (run) => (run.includes('@') ? '某邮箱' : run))
    .replace(PLATE, '某车牌')
    .replace(ACCOUNT, '$1某号')
    .replace(NICKNAME, '$1某号')
    .replace(LATIN_NAME, (name) => (name.toLowerCase().split(' ').every(isWord) ? name : '某人'))
    .replace(CODE, (run) => (/[a-z]/i.test(run) && /\d/.test(run) ? '某号' : run))
    .replace(RUN, withoutCompanies)
    .replace(DOTTED, '某人')
    .replace(CALLED, '$1某人')
    .replace(TITLED, '某')
    .replace(ADDRESS, '某路')
  const shops = withoutNamedCompanies(withoutNamedBusinesses(named, isWord), isWord)
  const told = personNames(shops)
    .filter((name) => !isWord(name) && !tellsKind(name) && !isRelation(name))
    .reduce((text, name) => text.replaceAll(name, '某人'), shops)
  return withoutNamedPeople(told, isWord).replace(
    /[\d零〇一二两三四五六七八九十百千壹贰叁肆伍陆柒捌玖拾佰仟][\d零〇一二两三四五六七八九十百千壹贰叁肆伍陆柒捌玖拾佰仟万亿.,-]+|\d/g,
    '某数',
  )
}

function withoutCompanies(run: string): string {
  let told = ''
  let from = 0
  for (const { index, 0: form } of run.matchAll(FORM)) {
    if (index - from < 2) continue
    told += `${run.slice(from, Math.max(from, index - LONGEST_NAME))}某公司`
    from = index + form.length
  }
  return told + run.slice(from)
}
