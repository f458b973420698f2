/** Numbers as people write them, in digits, in Chinese numerals and mixed: 2,300, 两千五百, 3.6千万, 四点二, 一成二, 负30. */

export const DIGITS = '零〇一二两三四五六七八九'
const SCALE: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, w: 10_000, 亿: 100_000_000 }
export const digitOf = (sign: string): number => (sign === '〇' ? 0 : sign === '两' ? 2 : [...'零一二三四五六七八九'].indexOf(sign))

/** Formal numerals as on cheques. */
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  [...'壹贰叁肆伍陆柒捌玖拾佰仟'].map((sign, at) => [sign, '一二三四五六七八九十百千'[at]!]),
)

/** Full width, thousands separators and blanks beside digits are normalised. */
export const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[壹贰叁肆伍陆柒捌玖][拾佰仟万亿][壹贰叁肆伍陆柒捌玖拾佰仟零万亿]*/g, (run) =>
      run.replace(/./g, (sign) => PLAIN[sign] ?? sign),
    )
    .replace(/[一二][〇零一二三四五六七八九]{3}(?=年)/g, (year) => year.replace(/./g, (sign) => String(digitOf(sign))))
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(
      DECIMAL,
      (said, ...[behind, behindPart, before, beforePart]: string[]) => decimal(behind ?? before!, behindPart ?? beforePart!) ?? said,
    )
    .replace(TENTHS, (_, tenths: string, more = '') => `${tenthsOf(tenths) * 10 + (more === '半' ? 5 : more ? digitOf(more) : 0)}%`)
    .replace(/(?<![大小多])半个亿/g, '5千万')
    .replace(/负(?=[\d一二两三四五六七八九十])/g, '-')
    .replace(/[ \t]{1,9}(?=\d)|(?<=\d)[ \t]{1,9}/g, '')

const HAN_DIGITS = '零〇一二三四五六七八九'
/** 三点二万, 百分之四点二: only before a unit or after 分之, because 八点 is also a time. */
const DECIMAL = new RegExp(
  `(?<=分之)([\\d${HAN_DIGITS}两十]{1,4})点([${HAN_DIGITS}]{1,4})|(?<![\\d${HAN_DIGITS}两十])([\\d${HAN_DIGITS}两十]{1,4})点([${HAN_DIGITS}]{1,4})(?=个?[十百千]?[万亿]|%|成|元)`,
  'g',
)
/** 三成, 五成五, 一成半 are tenths; 成立, 八成是 are not. */
const TENTHS =
  /(?<![\d零一二两三四五六七八九十百千万])([\d一二两三四五六七八九])成([一二三四五六七八九半])?(?![立本为长功员果品都绩熟交份分套批年名效材活语是会要不])/g
const tenthsOf = (sign: string): number => (/\d/.test(sign) ? Number(sign) : digitOf(sign))

export const LAST_OF_MONEY = /[万亿]\d$/
/** The number that digits, Chinese numerals and scales form together; undefined when they form none (几百, 三五). */
export function numberOf(text: string): number | undefined {
  let [total, section, current, last]: [number, number, number | undefined, number] = [0, 0, undefined, 1]
  for (const piece of text.replaceAll('个', '').match(/\d+(?:\.\d+)?|./g) ?? []) {
    const scale = SCALE[piece]
    if (scale === undefined) {
      const next = /\d/.test(piece) ? Number(piece) : digitOf(piece)
      if (next < 0 || (current !== undefined && current !== 0)) return undefined
      // 零 cancels the scale of what follows: 一百零二.
      last = next === 0 ? 1 : last
      current = next
    } else if (scale < 10_000) {
      section += (current ?? 1) * scale
      ;[current, last] = [undefined, scale]
    } else {
      const sum = section + (current ?? (section || total ? 0 : 1))
      total = scale === 10_000 ? total + sum * scale : (total + sum) * scale
      ;[section, current, last] = [0, undefined, scale]
    }
  }
  // 两万五 and 2万5 mean 25,000, 一百二 means 120.
  const isShort =
    last > 1 && current !== undefined && Number.isInteger(current) && current < 10 && (!/\d$/.test(text) || LAST_OF_MONEY.test(text))
  const rest = current === undefined ? 0 : isShort ? (current * last) / 10 : current
  return round(total + section + rest)
}

/** 四 and 二五 give 4.25. */
function decimal(whole: string, part: string): string | undefined {
  const value = numberOf(whole)
  return value === undefined ? undefined : `${value}.${[...part].map(digitOf).join('')}`
}

/** Removes binary noise from decimals. */
export const round = (value: number): number => Number(value.toPrecision(12))
