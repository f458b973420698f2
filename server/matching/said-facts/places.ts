/** Cities of Guangdong by the regions that its policies use. */
const PARTS = {
  prd: '珠三角|广州|深圳|珠海|佛山|惠州|东莞|中山(?!路|大)|江门|肇庆',
  ewn: '粤东|粤西|粤北|汕头|韶关|河源|梅州|汕尾|阳江|湛江|茂名|清远|潮州|揭阳|云浮',
} as const

/** The place of a company when it states it; a place it moves to, or one whose policies are asked for (深圳的政策), does not count. */
export function placeIn(text: string): { key: string; value: string }[] {
  const found = Object.entries(PARTS).flatMap(([value, names]) =>
    new RegExp(
      `(?:(?:公司|企业|厂|我们|注册|登记|开)(?:地)?(?:是)?(?:在)|(?<![去到往从向给]))(?:${names})市?(?:的)?.{0,4}?(?:公司|企业|厂|店|注册|登记|这边的|人)|(?:公司|企业|厂|我们|注册|登记)(?:地)?(?:是)?在(?:${names})`,
    ).test(text)
      ? [value]
      : [],
  )
  return found.length === 1 ? [{ key: 'gdRegion', value: found[0]! }] : []
}
