import { describe, expect, it } from 'vitest'
import { planOf } from './candidates.ts'
import { synonymGroups } from './dictionary.ts'
import { bears, documentNumbers } from './numbers.ts'
import { questionOf } from './question.ts'
import { synonymsOf } from './synonyms.ts'
import { Vocabulary } from './vocabulary.ts'
import { pinyinInitials, pinyinSpelling } from './words.ts'

const synonyms = synonymsOf(synonymGroups)
/** A corpus of `total` documents with the given word frequencies. */
function corpus(total: number, frequencies: Record<string, number>): Vocabulary {
  const vocabulary = new Vocabulary()
  vocabulary.total = total
  for (const [term, df] of Object.entries(frequencies))
    vocabulary.add({ term, df, pinyin: pinyinSpelling(term), initials: pinyinInitials(term) })
  return vocabulary
}
const known = corpus(100, { 高新技术企业: 5, 贴息: 7, 贷款: 10, 技改: 6, 绿色工厂: 2, 工厂: 4, 设备更新: 3, 企业: 90, 高新: 6, 技术: 40 })
const daily = corpus(100, { 技能: 9, 省级: 8, 方向: 3, 十个: 2, 县利: 2, 零建: 2, 稳岗返还: 2, 小巨人: 4, 改造: 9, 个体户: 3, 返还: 4 })
const everyday = (text: string) => questionOf(text, { vocabulary: daily, synonyms })
const ask = (text: string, literally = false) => questionOf(text, { vocabulary: known, synonyms, literally })

describe('a question', () => {
  it('is null without a searchable character', () => expect(ask(' “” ')).toBeNull())

  it('corrects a word to one of the same sound and reports it, unless the user wants it literally', () => {
    expect(ask('高薪技术企业')).toMatchObject({ text: '高新技术企业', asked: '高薪技术企业' })
    expect(ask('绿色工场')).toMatchObject({ text: '绿色工厂' })
    expect(ask('帖息')).toMatchObject({ text: '贴息' })
    expect(ask('高薪技术企业', true)).not.toHaveProperty('asked')
  })

  it('corrects similar sounds and shapes, and never to something that is not a word', () => {
    for (const [slip, meant] of [
      ['技术改照', '技术改造'],
      ['创新卷', '创新券'],
      ['高薪企业认定', '高新企业认定'],
      ['小声规奖励', '小升规奖励'],
      ['融资担宝', '融资担保'],
      ['绿色士厂', '绿色工厂'],
      ['知识产杈奖励', '知识产权奖励'],
      ['高新技木企业认定', '高新技术企业认定'],
    ])
      expect(ask(slip!), slip).toMatchObject({ text: meant, asked: slip })
    const renewed = corpus(100, { 焕新: 3, 设备: 20, 更新: 9 })
    expect(questionOf('设备换新', { vocabulary: renewed, synonyms: new Map() })).not.toHaveProperty('asked')
  })

  it('keeps words that occur in a text, and words without a known word of the same sound', () => {
    for (const text of ['贷款贴息', '高新技术企业', '区块链养殖', '公积金提取']) expect(ask(text)).not.toHaveProperty('asked')
  })

  it('keeps everyday words, and sequences that only arise across two words', () => {
    for (const text of ['残疾人', '民宿改造升级能不能补', '我开饭店的想重新装修', '客户是个体户', '采购县里的零件'])
      expect(everyday(text), text).not.toHaveProperty('asked')
    const other = corpus(100, { 补报: 3, 申报: 9, 电费: 4, 费用: 9, 担保: 5, 担保公司: 1 })
    for (const text of ['摊位费报不报', '想让担保公司少收点费', '贷款批没批'])
      expect(questionOf(text, { vocabulary: other, synonyms: synonymsOf([...synonymGroups, ['电费', '用电']]) }), text).not.toHaveProperty(
        'asked',
      )
    expect(everyday('稳港返还')).toMatchObject({ text: '稳岗返还' })
    expect(everyday('小居人')).toMatchObject({ text: '小巨人' })
  })

  it('distinguishes the initials of a title from those of words in a body', () => {
    const [letters] = questionOf('gxjsqy', { vocabulary: known, synonyms })!.concepts
    expect(letters).toMatchObject({ byInitials: true })
    expect(letters!.close).toContain("'高新技术企业':A")
    expect(letters!.any).not.toContain(':A')
  })

  it('counts names of machines as equipment, but not a telephone or a driver', () => {
    const terms = (text: string) =>
      questionOf(text, { vocabulary: known, synonyms: new Map() })!.concepts.flatMap(({ ways }) => ways.map(({ term }) => term))
    for (const machine of ['注塑机', '数控磨床', '烘干炉']) expect(terms(`买${machine}`), machine).toContain('设备')
    for (const other of ['智能手机', '货车司机', '无人机', '发展时机']) expect(terms(`买${other}`), other).not.toContain('设备')
  })

  it('understands pinyin, whole and mixed', () => {
    const ways = (text: string) => ask(text)!.concepts.flatMap((c) => c.ways.map(({ term }) => term))
    expect(ways('tiexi')).toContain('贴息')
    expect(ways('jigai daikuan')).toEqual(expect.arrayContaining(['技改', '贷款']))
    expect(ways('gaoxinjishuqiye')).toContain('高新技术企业')
  })

  it('understands document numbers in every spelling', () => {
    for (const text of [
      '工信部企业〔2026〕2号',
      '[2026]2号',
      '2026年2号文',
      '2026 2号',
      '（2026）2号',
      '工信部企业二〇二六年2号',
      '工信部企业[2026]2',
      '工信部企业2026-2',
      '工信部企业2026 2',
    ])
      expect(documentNumbers(text), text).toMatchObject([{ year: '2026', number: '2' }])
    expect(documentNumbers('云政办 23号')).toMatchObject([{ code: '云政办', number: '23' }])
    for (const text of [
      '高企23号楼',
      '3号线',
      '员工一百二十号人',
      '营收2000万',
      '2026-2',
      '2023年1月1号成立',
      '企业2026 20人',
      '10月1号前',
      '省政文2026-01-20',
    ])
      expect(documentNumbers(text), text).toEqual([])
  })

  it('distinguishes the document of the named office from one of another office', () => {
    const [number] = documentNumbers('云政办发〔2026〕11号')
    expect(bears(number!, '云政办发〔2026〕11号（示例）')).toBe('exactly')
    expect(bears(number!, '国办发〔2026〕11号')).toBe('other office')
    expect(bears(number!, '云政办发〔2026〕111号')).toBeUndefined()
    expect(bears(documentNumbers('云政办 11号')[0]!, '云政办发〔2026〕11号（示例）')).toBe('exactly')
    expect(bears(documentNumbers('财政部税务总局公告2023年第7号')[0]!, '财政部 税务总局公告2023年第7号；财税〔2015〕119号')).toBe('exactly')
  })

  it('searches only for the document when the question is only its number', () => {
    expect(ask('云政办发〔2026〕99号')).toMatchObject({ concepts: [] })
    expect(ask('云政办发〔2026〕99号的贴息')!.concepts.map(({ word }) => word)).toEqual(['贴息'])
  })

  it('distinguishes words that no text contains from words that name a thing', () => {
    const weight = (text: string) => Math.max(...ask(text)!.concepts.map(({ weight: one }) => one))
    expect(weight('亩均')).toBeGreaterThan(weight('扩大'))
    expect(ask('亩均税收')!.concepts.map(({ word }) => word)).toContain('亩均')
  })

  it('gives rare words more weight, and figures hardly any', () => {
    const weight = (text: string) => ask(text)!.concepts[0]!.weight
    expect(weight('绿色工厂')).toBeGreaterThan(weight('贷款'))
    expect(weight('2000万')).toBeLessThan(weight('贷款'))
  })
})

describe('candidates in a large corpus', () => {
  const large = corpus(1_000_000, { 光伏: 900, 企业: 900_000, 奖励: 600_000, 认定: 300_000, 补贴: 1, 补助: 1, 奖补: 1 })
  const plan = (text: string) => planOf(questionOf(text, { vocabulary: large, synonyms: new Map() })!.concepts, large.total)

  it('are found by rare words only', () => {
    expect(plan('光伏 奖励')).toMatchObject({ newest: '' })
    expect(plan('光伏 奖励').taken).toContain('光伏')
    expect(plan('光伏 奖励').taken).not.toContain('奖励')
  })
  it('are the newest when every word is common', () => {
    expect(plan('认定 奖励')).toMatchObject({ taken: '' })
    expect(plan('认定 奖励').newest).toContain('认定')
  })
})
