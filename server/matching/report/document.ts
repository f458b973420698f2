import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { MedicalReport, ReportItem } from '../../../contract/matching/report.ts'
import { efforts, effortNote, itemMoney, originText, planDay, planSteps, totalText } from '../../../contract/matching/report-words.ts'
import { verdicts } from '../../../contract/matching/verdicts.ts'

/** Limit of rows in a table; a longer list names the number of omitted rows, so that building stays fast. */
const MOST_ROWS = 200
/** Width in twips of an A4 page between margins of 2.5 cm. */
const WIDTH = 9070

const text = (value: string, more: { bold?: boolean; size?: number } = {}) => new TextRun({ text: value, ...more })
const line = (value: string) => new Paragraph({ children: [text(value)], spacing: { after: 80 } })
const heading = (value: string) =>
  new Paragraph({ text: value, heading: HeadingLevel.HEADING_2, spacing: { before: 280, after: 120 }, keepNext: true })

const cell = (lines: readonly string[], width: number, bold = false) =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
    children: (lines.length ? lines : ['—']).map((each) => new Paragraph({ children: [text(each, { bold, size: 20 })] })),
  })

function table(head: readonly string[], widths: readonly number[], rows: readonly (readonly string[])[][]): (Paragraph | Table)[] {
  const shown = rows.slice(0, MOST_ROWS)
  return [
    new Table({
      width: { size: WIDTH, type: WidthType.DXA },
      columnWidths: [...widths],
      rows: [
        new TableRow({ tableHeader: true, children: head.map((each, at) => cell([each], widths[at]!, true)) }),
        ...shown.map((row) => new TableRow({ cantSplit: true, children: row.map((lines, at) => cell(lines, widths[at]!)) })),
      ],
    }),
    ...(rows.length > shown.length ? [line(`另有 ${rows.length - shown.length} 项未列出，请在平台上查看。`)] : []),
  ]
}

/** The check-up as a Word document, with the same text as the screen. */
export function reportDocument(report: MedicalReport): Promise<Buffer> {
  const { matched, near, unknown, missed, outside, total } = report
  const titled = (item: ReportItem): string[] => [
    item.policyTitle,
    `${item.policyDepName} · ${item.level}${item.sample ? ' · 公开文件样例' : ''}${item.applyTo ? ` · ${item.applyTo} 截止` : ''}`,
    originText(item.origin),
  ]
  const names = new Map([...matched, ...near, ...unknown, ...missed].map((item) => [item.code, item.policyTitle]))
  const children = [
    new Paragraph({ text: '政策体检报告', heading: HeadingLevel.TITLE, alignment: AlignmentType.CENTER, spacing: { after: 200 } }),
    line(`企业：${report.companyName}`),
    line(`判定日期：${report.asOf}`),
    line(
      `结论：符合 ${matched.length} 项，差一点 ${near.length} 项，待补信息 ${unknown.length} 项，不符合 ${missed.length} 项；可同时享受的最优组合合计 ${totalText(total)}。`,
    ),
    ...(report.score === null
      ? []
      : [line(`政策匹配度 ${report.score}%（符合项占符合、差一点、待补信息三类之和）；企业信息完整度 ${report.completeness}%。`)]),
    ...total.left.map(({ code, name, better }) =>
      line(
        `未计入合计：${names.get(code) ?? code}（${name}${better.length ? `，已取 ${better.map((one) => names.get(one) ?? one).join('、')}` : ''}）`,
      ),
    ),
    ...total.cuts.map((cut) =>
      line(`${cut.name}：分项合计 ${cut.before} 万元，${cut.kind === 'pool' ? '资金池余额' : '最高'} ${cut.most} 万元，超出部分不计。`),
    ),
    heading(`一、已符合（${matched.length}）`),
    ...table(
      ['政策', '金额', '怎么算'],
      [4000, 1800, 3270],
      matched.map((item) => [
        titled(item),
        [itemMoney(item), ...(item.counted || item.max === null || item.max === 0 ? [] : ['不重复享受，未计入合计'])],
        item.max === null && item.missing.length ? [`需要补充：${item.missing.map((each) => each.label).join('、')}`] : item.steps,
      ]),
    ),
    heading(`二、差一点（${near.length}）`),
    line(effortNote),
    ...table(
      ['政策', '难度', '还差什么', '满足后约'],
      [3100, 1100, 3570, 1300],
      near.map((item) => [
        titled(item),
        [item.plan ? efforts[item.plan.effort] : '—'],
        item.plan ? [...planSteps(item.plan), ...(planDay(item.plan) ? [planDay(item.plan)] : [])] : item.failed,
        [item.ifMet === null ? '—' : `${item.ifMet} 万元`],
      ]),
    ),
    heading(`三、待补信息（${unknown.length}）`),
    ...report.questions
      .slice(0, 5)
      .map((q) => line(`建议先补充：${q.label}（关系到 ${q.policies} 项政策${q.atStake > 0 ? `，最多约 ${q.atStake} 万元` : ''}）`)),
    ...table(
      ['政策', '需要补充'],
      [4500, 4570],
      unknown.map((item) => [titled(item), [item.missing.map((each) => each.label).join('、')]]),
    ),
    heading(`四、不符合（${missed.length}）`),
    ...table(
      ['政策', '未满足的条件'],
      [4500, 4570],
      missed.map((item) => [titled(item), item.failed]),
    ),
    heading(`五、不在申报期（${outside.length}）`),
    ...table(
      ['政策', '状态'],
      [6500, 2570],
      outside.map((item) => [titled(item), [verdicts[item.verdict]]]),
    ),
    heading('六、数据与依据'),
    ...report.facts.map((each) => line(`${each.source}：${each.count} 项${each.oldest ? `，最早 ${each.oldest}` : ''}`)),
    ...[...new Set([...matched, ...near].flatMap((item) => item.origin.sources.map((source) => `${item.policyTitle}：${source}`)))]
      .slice(0, MOST_ROWS)
      .map(line),
    line('本报告按判定日期的企业档案和已发布政策规则自动生成，供参考，以主管部门审核为准。'),
  ]
  const font = { ascii: 'Times New Roman', eastAsia: '宋体', hAnsi: 'Times New Roman' }
  const footer = new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          text(`${report.companyName}　${report.asOf}　第 `, { size: 18 }),
          new TextRun({ children: [PageNumber.CURRENT], size: 18 }),
          text(' 页', { size: 18 }),
        ],
      }),
    ],
  })
  return Packer.toBuffer(
    new Document({
      creator: '企业综合服务平台',
      title: `政策体检报告 ${report.companyName}`,
      styles: {
        default: {
          document: { run: { font, size: 22 } },
          title: { run: { font, size: 40, bold: true } },
          heading2: { run: { font, size: 28, bold: true, color: '0F4C92' } },
        },
      },
      sections: [
        {
          properties: { page: { size: { width: 11906, height: 16838 }, margin: { top: 1418, bottom: 1418, left: 1418, right: 1418 } } },
          footers: { default: footer },
          children,
        },
      ],
    }),
  )
}
