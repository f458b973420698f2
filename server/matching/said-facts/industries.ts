import type { Field } from '../engine/index.ts'
import type { Span } from './said.ts'

interface Choice {
  value: string
  label: string
}

/** Further names of industries; all others come from the names in the catalogue. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  软件开发: '65',
  软件信息: '65',
  信息技术服务: '65',
  小程序开发: '65',
  芯片: '39',
  半导体: '39',
  集成电路: '39',
  电子元器件: '39',
  电子元件: '39',
  电路板: '39',
  服装: '18',
  制衣: '18',
  服饰: '18',
  纺织: '17',
  织布: '17',
  印染: '17',
  鞋: '19',
  制鞋: '19',
  皮具: '19',
  家具: '21',
  家俱: '21',
  造纸: '22',
  纸箱: '22',
  印刷: '23',
  玩具: '24',
  文具: '24',
  化工: '26',
  涂料: '26',
  油漆: '26',
  制药: '27',
  医药: '27',
  药品: '27',
  塑料: '29',
  塑料制品: '29',
  注塑: '29',
  橡胶: '29',
  橡胶制品: '29',
  水泥: '30',
  玻璃: '30',
  陶瓷: '30',
  建材: '30',
  钢铁: '31',
  五金: '33',
  金属制品: '33',
  轴承: '34',
  阀门: '34',
  水泵: '34',
  医疗器械: '35',
  汽车: '36',
  汽车零部件: '36',
  汽配: '36',
  汽车配件: '36',
  造船: '37',
  船舶: '37',
  电机: '38',
  电池: '38',
  家电: '38',
  电线电缆: '38',
  电缆: '38',
  光伏: '38',
  光伏组件: '38',
  仪器仪表: '40',
  仪表: '40',
  食品: '14',
  糕点: '14',
  饮料: '15',
  酿酒: '15',
  白酒: '15',
  茶叶: '15',
  餐饮: '62',
  饭店: '62',
  餐馆: '62',
  饭馆: '62',
  餐厅: '62',
  火锅: '62',
  小吃: '62',
  酒店: '61',
  宾馆: '61',
  旅馆: '61',
  民宿: '61',
  住宿: '61',
  批发: '51',
  零售: '52',
  超市: '52',
  便利店: '52',
  快递: '60',
  仓储: '59',
  种植: '01',
  养殖: '03',
  养猪: '03',
  水产: '04',
  渔业: '04',
  林业: '02',
  装修: '50',
  装饰: '50',
  废品回收: '42',
  再生资源: '42',
  家政: '80',
  保洁: '82',
  广告: '72',
  检测: '74',
  设计: '74',
  培训: '83',
  保险: '68',
  互联网: '64',
  电信: '63',
  汽车修理: '81',
  修车: '81',
  煤矿: '06',
  发电: '44',
  自来水: '46',
}
/** Trades that only determine a size class. */
const OTHER_SIZING: Readonly<Record<string, string>> = {
  机械: 'industry',
  机械加工: 'industry',
  食品加工: 'industry',
  设备制造: 'industry',
  电子: 'industry',
  模具: 'industry',
  制造: 'industry',
  制造业: 'industry',
  工业: 'industry',
  建筑: 'construction',
  建筑业: 'construction',
  农业: 'agri',
  物业: 'property',
  房地产: 'realEstate',
  交通运输: 'transport',
  运输: 'transport',
}

/** The parts of a name: 纺织服装、服饰业 gives 纺织服装 and 服饰; endings are removed. */
const stems = (label: string): string[] =>
  label
    .trim()
    .split(/[、和及，]/)
    .map((part) => part.replace(/(?:制造|加工|生产|供应|冶炼|压延加工)?业$/, '').replace(/(?:制造|加工|制品)$/, ''))
    .filter((part) => part.length > 1 && part !== '其他')

const SUBJECT =
  '(?:的)?(?:中小|小微|小型|微型|民营|制造|加工|贸易|生产|外贸)?(?:公司|企业|厂子?|工厂|店|场|行业|业(?!务|主|绩|链)|作坊|工程队|车间)'
const DOES = '(?:我们|我|公司|厂里|厂|企业|主要)?(?:是)?(?:做|从事|生产|主营|搞|经营|加工|制造|开)(?:了|的是|一家|家|个|些)?小?'
/** The trade of another company, or of something that is bought, is not the asker's. */
const OTHERS = /(?:给|为|向|帮|与|和|跟|找|请|供应?|采购|买|想|打算|准备|银行|怎么|如何)$/

export interface Trade extends Span {
  key: 'industryCode' | 'sizingIndustry'
  value: string
}

/** A trade that does something to the asker belongs to another company: 保险公司赔不赔, 物业公司收费太高. */
const OTHERS_AFTER = /^(?:都|还|又|老|也|总)?(?:赔|不(?:赔|给|肯|让|送|认|理)|收费|收我|收钱|跑路|骗|说|嫌|要求|要我|让我|欠我|找我)/
const DENIED = /(?:不是|并非|不算|不属于|不再是?|非|没|不)(?:一?家|个|做|搞|从事)?$/

/** Reads the trade that a company states about itself (软件公司, 做家具的, 服装厂), never what it buys. */
export function tradeReader(industries: readonly Choice[], sizing: Field): (text: string) => Trade[] {
  const names = new Map<string, Pick<Trade, 'key' | 'value'>>()
  const clash = new Set<string>()
  for (const { value, label } of industries.filter((one) => /^\d\d$/.test(one.value) && !/修理|辅助/.test(one.label)))
    for (const name of [label.trim().replace(/业$/, ''), ...stems(label)]) {
      if (names.has(name) && names.get(name)!.value !== value) clash.add(name)
      names.set(name, { key: 'industryCode', value })
    }
  for (const name of clash) names.delete(name)
  for (const { value, label } of sizing.options ?? []) if (value !== 'other') names.set(label, { key: 'sizingIndustry', value })
  for (const [name, value] of Object.entries(OTHER_SIZING)) names.set(name, { key: 'sizingIndustry', value })
  for (const [name, value] of Object.entries(OTHER_NAMES)) names.set(name, { key: 'industryCode', value })
  const any = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map(literal)
    .join('|')
  const pattern = new RegExp(
    `(?<does>${DOES})?(?<name>${any})(?<subject>${SUBJECT})?(?<said>(?:产品|零件|制品|配件|加工|制造|生意|件|料|机)?的(?!补|奖|政策))?(?<end>$|[,，。;；、]|[\\d一二两三四五六七八九十]{1,4}多?年)?`,
    'g',
  )
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ index, groups, 0: whole }): Trade[] => {
      const { does, name, subject, said, end } = groups as Record<string, string | undefined>
      const before = text.slice(Math.max(0, index - 3), index)
      if (DENIED.test(text.slice(Math.max(0, index - 6), index))) return []
      if (OTHERS_AFTER.test(text.slice(index + whole.length))) return []
      if (OTHERS.test(before) || (!does && /[做买]$/.test(before))) return []
      const opens = does !== undefined && /开/.test(does) && !/开$/.test(does) ? false : true
      const isOwn =
        subject !== undefined
        || (does !== undefined && opens && (said !== undefined || end !== undefined))
        || (/业$/.test(name!) && end !== undefined)
      return isOwn ? [{ ...names.get(name!)!, from: index, to: index + whole.length }] : []
    })
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
