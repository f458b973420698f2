/** Places of policies and companies: codes of administrative areas (GB/T 2260) without trailing zeros: 33, 3399, 339999, 339999001. */

/** 330000 → 33, 339900 → 3399; the code of a county or street stays. */
export const trimmedArea = (code: string): string => (code.length === 6 ? code.replace(/^(\d{2})0000$|^(\d{4})00$/, '$1$2') : code)
export const AREA = /^\d{2}(\d{2}(\d{2}(\d{3}(\d{3})?)?)?)?$/

/** Whether a policy of `place` applies at `at`; without a place it applies in the whole country. */
export const placeContains = (place: string | null, at: string): boolean => place === null || trimmedArea(at).startsWith(place)

/** The place that a company states (`regionCode`), or undefined when that is not a code. */
export function statedPlace(regionCode: unknown): string | undefined {
  const code = typeof regionCode === 'string' ? trimmedArea(regionCode.trim()) : ''
  return AREA.test(code) ? code : undefined
}

/** The first two digits of every code. */
export const provinces: Readonly<Record<string, string>> = {
  11: '北京市',
  12: '天津市',
  13: '河北省',
  14: '山西省',
  15: '内蒙古自治区',
  21: '辽宁省',
  22: '吉林省',
  23: '黑龙江省',
  31: '上海市',
  32: '江苏省',
  33: '浙江省',
  34: '安徽省',
  35: '福建省',
  36: '江西省',
  37: '山东省',
  41: '河南省',
  42: '湖北省',
  43: '湖南省',
  44: '广东省',
  45: '广西壮族自治区',
  46: '海南省',
  50: '重庆市',
  51: '四川省',
  52: '贵州省',
  53: '云南省',
  54: '西藏自治区',
  61: '陕西省',
  62: '甘肃省',
  63: '青海省',
  64: '宁夏回族自治区',
  65: '新疆维吾尔自治区',
  71: '台湾省',
  81: '香港特别行政区',
  82: '澳门特别行政区',
}
