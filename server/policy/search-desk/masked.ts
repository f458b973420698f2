import { personNames } from '../../search/index.ts'

const RUN = /[\p{Script=Han}a-z0-9()（）]+/giu
const FORM = /有限责任公司|股份有限公司|有限公司|集团公司|集团|合作社|事务所|商行|经营部|工作室/g
/** Longest name before its legal form; what stands farther left is no part of it. */
const LONGEST_NAME = 30
const CALLED = /((?:我叫|我是|姓名|法人|联系人|老板叫|负责人)(?:是|叫|为)?[:：]?)\p{Script=Han}{2,3}(?=$|[,，。\s、]|电话|手机|的)/gu
const TITLED =
  /[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜谢邹潘葛范彭鲁马方俞任袁柳史唐薛雷贺倪汤罗毕郝安常傅齐康余顾孟黄萧尹姚邵汪毛戴宋熊纪舒屈项祝董梁杜阮季贾江郭梅林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓石崔龚程陆翁曾关]\p{Script=Han}{0,2}(?=先生|女士|小姐|老板|老师|经理|主任|局长|科长|总(?!额|收|数|资|计|部|共|体|结))/gu

/**
 * The words of a question without what could tell who asked: figures (phones and numbers of documents among them), names of companies and of
 * people. `isWord`: whether a word is known from the policies; what is not, right before 公司 or 厂, is taken for a name.
 */
export function masked(question: string, isWord: (word: string) => boolean): string {
  // What cannot be seen would turn the lines of the board around.
  const plain = question
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  const named = plain
    .replace(/[\w.+@-]+/g, (run) => (run.includes('@') ? '某邮箱' : run))
    .replace(RUN, withoutCompanies)
    .replace(CALLED, '$1某人')
    .replace(TITLED, '某')
  const unnamed = personNames(named)
    .filter((name) => !isWord(name))
    .reduce((text, name) => text.replaceAll(name, '某人'), named)
  return unnamed
    .replace(/(?:(?![的我们你他家个是在有给开做])\p{Script=Han}){2,4}(?=(?:公司|厂)(?!房|家|长|区|里))/gu, (name) =>
      isWord(name) || isWord(name.slice(-2)) ? name : '某',
    )
    .replace(/[\d零〇一二两三四五六七八九十百千][\d零〇一二两三四五六七八九十百千万亿.,-]+|\d/g, '某数')
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
