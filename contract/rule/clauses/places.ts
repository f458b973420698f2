import type { Clause } from './types.ts'

/** Clauses with awards by rank, the highest of several, new levels, months begun, or shares of payers. */
const is = (field: string) => ({ field, op: 'eq', value: true }) as const

export const placesClauses: readonly Clause[] = [
  {
    text: '租用厂房的，每平方米每月补助 6 元，租期不足一个月的按一个月计，最长 12 个月，最高 10 万元。',
    benefits: [
      { kind: 'perUnit', name: '租金', base: '=min(own1, 3000) * min(monthsBegun(own55, own56), 12)', unitAmount: 0.0006, cap: 10 },
    ],
    pays: [
      [{ own1: 1000, own55: '2025-01-01', own56: '2025-06-30' }, 3.6],
      [{ own1: 1000, own55: '2025-01-31', own56: '2025-02-28' }, 0.6],
      [{ own1: 1000, own55: '2025-01-01', own56: '2025-07-02' }, 4.2],
      [{ own1: 9000, own55: '2024-01-01', own56: '2026-01-01' }, 10],
    ],
    says: '租赁开始日期至租赁结束日期的月数（不足一个月的按一个月计），最高12个月',
  },
  {
    text: '每通过一项管理体系认证奖励 1 万元，最高 4 万元；质量、环境、职业健康安全三项齐全的再奖 2 万元。',
    benefits: [
      { kind: 'perUnit', name: '认证', base: '=count(own57)', unitAmount: 1, cap: 4 },
      {
        kind: 'fixed',
        name: '三项齐全',
        amount: 2,
        when: { all: ['q', 'e', 's'].map((one) => ({ field: 'own57', op: 'in' as const, value: [one] })) },
      },
    ],
    pays: [
      [{ own57: ['q', 'e', 's'] }, 5],
      [{ own57: ['q', 'n', 'k'] }, 3],
      [{ own57: ['q', 'e', 's', 'n', 'k'] }, 6],
      [{ own57: [] }, 0],
    ],
    says: '按通过的管理体系认证的项数每项1万元计算',
  },
  {
    text: '以历史最高产值为基数，产值每上一个 5 亿元台阶奖励 30 万元。',
    benefits: [{ kind: 'perStep', name: '上台阶', base: 'own9', before: 'own58', step: 50_000, amount: 30 }],
    pays: [
      [{ own9: 120_000, own58: 49_000 }, 60],
      [{ own9: 149_999, own58: 100_000 }, 0],
      [{ own9: 90_000, own58: 160_000 }, 0],
      [{ own9: 50_000, own58: 0 }, 30],
    ],
    says: '此前已达到的水平按“以前年度最高产值”计，只奖新增的整数档',
  },
  {
    text: '单项冠军 25 万元、服务型制造示范 12 万元、质量标杆 8 万元，同一年度最多享受其中两项。',
    benefits: [
      {
        kind: 'group',
        name: '荣誉',
        combine: 'max',
        best: 2,
        items: [
          { kind: 'fixed', name: '单项冠军', amount: 25, when: is('own59') },
          { kind: 'fixed', name: '服务型制造示范', amount: 12, when: is('own60') },
          { kind: 'fixed', name: '质量标杆', amount: 8, when: is('own61') },
        ],
      },
    ],
    pays: [
      [{ own59: true, own60: true, own61: true }, 37],
      [{ own59: false, own60: true, own61: true }, 20],
      [{ own59: false, own60: true, own61: false }, 12],
      [{ own59: true, own60: true }, 37],
      [{ own59: true, own61: true }, [33, 37]],
    ],
    says: '以下各项取高的2项',
  },
  {
    text: '按税收增量排名，第 1 名奖 50 万元，第 2 至 5 名各 30 万元，第 6 至 10 名各 10 万元。',
    benefits: [{ kind: 'fixed', name: '排名奖', amount: 50 }],
    allocation: {
      way: 'rank',
      rankBy: '=own13 - own14',
      awards: [
        { to: 1, amount: 50 },
        { to: 5, amount: 30 },
        { to: 10, amount: 10 },
      ],
    },
    pays: [[{}, 50]],
    says: '由高到低排名，第1名50万元、第2至5名各30万元、第6至10名各10万元',
  },
  {
    text: '亩均税收排名前 10% 的企业各奖 10 万元，同一实际控制人控制的企业只奖一家。',
    benefits: [{ kind: 'fixed', name: '亩均领跑', amount: 10 }],
    allocation: { way: 'rank', rankBy: '=own13 / own18', topShare: 0.1, perGroup: 1 },
    pays: [[{}, 10]],
    says: '取前10%（不足一家的不计，至少一家），同一实际控制人或母子公司（按平台确认的关联企业）最多1家',
  },
  {
    text: '出口信用保险保费补助 70%，最高 40 万元，所需资金由市、县财政按 3 : 7 分担。',
    benefits: [{ kind: 'rate', name: '出口信保', base: 'own62', rate: 0.7, cap: 40 }],
    funding: [
      { by: '市级财政', share: 0.3 },
      { by: '县级财政', share: 0.7 },
    ],
    pays: [
      [{ own62: 10 }, 7],
      [{ own62: 100 }, 40],
    ],
    says: '所需资金由市级财政承担30%、县级财政承担70%',
  },
  {
    text: '境外参展的，展位费补助 80%，单个展会最高 4 万元，另按每个展会 1 万元补助人员费，每家最多 5 个展会。',
    benefits: [{ kind: 'rate', name: '境外参展', base: '=rowsTop(table1, min(f1 * 80%, 4) + 1, 5, f2 == "out")', rate: 1 }],
    pays: [
      [
        {
          table1: [
            { f1: 6, f2: 'out' },
            { f1: 2, f2: 'out' },
            { f1: 9, f2: 'in' },
          ],
        },
        7.6,
      ],
      [{ table1: Array.from({ length: 7 }, () => ({ f1: 5, f2: 'out' })) }, 25],
    ],
    says: '最高的5项合计',
  },
]
