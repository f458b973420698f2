import { dictionaryWords, isDoing, isFiller } from '../../search/index.ts'

const set = (words: string) => new Set(words.trim().split(/\s+/))
/** Surnames of one character; a name begins with one of them. */
export const SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜谢邹潘葛范彭鲁马方俞任袁柳史唐薛雷贺倪汤罗毕郝安常傅齐康余顾孟黄萧尹姚邵汪毛戴宋熊纪舒屈项祝董梁杜阮季贾江郭梅林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓石崔龚程陆翁曾关刘'
const LONG_SURNAMES = set('欧阳 上官 司马 诸葛 夏侯 皇甫 尉迟 公孙 慕容 令狐 宇文 司徒 端木 长孙')
/** Words for people close to the asker; a name follows them. */
const RELATIONS = set(`
老公 老婆 爱人 丈夫 妻子 儿子 女儿 爸 爸爸 父亲 妈 妈妈 母亲 哥 哥哥 弟弟 姐 姐姐 妹妹 老板 老板娘 朋友 同学 同事 邻居 亲戚 表哥 表弟 表姐 表妹 堂哥 堂弟 法人 法人代表 法定代表人 联系人 负责人 经办人 员工 会计
`)
export const isRelation = (word: string): boolean => RELATIONS.has(word)

const isLone = (word: string | undefined): word is string =>
  word !== undefined && /^\p{Script=Han}$/u.test(word) && !isFiller(word) && word !== '了'
const ends = (word: string | undefined): boolean => word === undefined || word === '的' || !/\p{Script=Han}/u.test(word)

/**
 * Replaces names that no dictionary contains by 某人: a surname with one or two characters that form no word, at the beginning, after
 * punctuation, or after words such as 我老公. `isWord`: whether policies use a word.
 */
export function withoutNamedPeople(text: string, isWord: (word: string) => boolean): string {
  const words = dictionaryWords(text)
  let told = ''
  for (let at = 0; at < words.length; at++) {
    const [word, before] = [words[at]!, words[at - 1]]
    const isSurname = (word.length === 1 && SURNAMES.includes(word)) || LONG_SURNAMES.has(word)
    const isNamedHere = before === undefined || isRelation(before) || !/\p{Script=Han}/u.test(before)
    const [first, second] = [words[at + 1], words[at + 2]]
    if (!isSurname || !isNamedHere || !isLone(first) || isWord(word + first)) {
      told += word
      continue
    }
    const isLonger = isLone(second) && (ends(words[at + 3]) || !isDoing(second))
    told += '某人'
    at += isLonger ? 2 : 1
  }
  return told
}
