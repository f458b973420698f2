import { dictionaryWords } from '../../search/index.ts'

/** Kinds of shops, factories, buildings and estates, as they follow a name. */
const KIND =
  /(?:店|厂|公司|工厂|酒楼|茶楼|宾馆|旅馆|客栈|民宿|餐馆|菜馆|饭馆|面馆|餐厅|食府|会所|影楼|超市|商场|商城|商行|百货|门市部|经营部|服务部|门市|专柜|药房|诊所|医院|卫生院|养老院|幼儿园|托儿所|学校|小学|中学|驾校|培训班|养殖场|农场|牧场|林场|果园|茶场|农家乐|合作社|事务所|工作室|网吧|小区|花园|花苑|家园|新村|公寓|大厦|广场|馆|坊|轩|阁)$/
/** Endings that also occur inside names: 老街坊. */
const OFTEN_NAMED = /[馆坊轩阁]$/
const LONGEST_NAME = 8

const set = (words: string) => new Set(words.trim().split(/\s+/))
/** Words that cannot be part of a name; a name begins after them. */
const BEFORE_NAMES = set(`
的 我 我们 你 你们 他 她 它 您 咱 咱们 俺 家 个 是 在 有 给 开 做 办 想 要 了 和 与 及 或 去 到 从 对 对于 这 那 一 一家 两 两家 三 几 几家 间 座 所 名 叫 把 被 让 请 为 为了 因为 怎么 如何 怎样 为什么 能 可以 能否
自己 本人 老板 政府 新开 新开的 刚开 刚 开了 开个 开家 开设 开办 创办 注册 成立 经营 投资 投诉 举报 装修 转让 租 租赁 租了 买 买了 建 新建 建设 改造 设立 接手 关 关于 没 没有 不 不是 也 都 就 还 又 再 里 县里 镇里 村里 区里 市里
城里 街上 路上 门口 附近 旁边 隔壁 对面 申请 申报 办理 咨询 请问 问 补贴 补助 奖励 什么 哪些 哪里 哪 如果 现在 目前 今年 去年 明年 最近 需要 准备 打算 计划 希望 员工 职工 楼下 周边 农村 村 镇 县 市 省 乡 区 全县 本县 我县 本地 当地 使用 属于
已 已经 位于 靠近 来自 某 某人 某数 某公司 人 年 月 日 万 元 时 后 前 中
`)
export const isBeforeNames = (word: string): boolean => BEFORE_NAMES.has(word)
/** Words that describe the kind of a business and never its name. */
const DESCRIBING = set(`
大 小 新 老 旧 中 老旧 新型 大型 中型 小型 微型 小微 中小 个体 私人 私营 民营 国有 集体 外资 合资 股份 有限 有限责任 连锁 加盟 直营 网上 线上 线下 实体 临街 沿街 商业 住宅 安置 拆迁 高档 普通 社区 街道 居民 职工 员工 学生 老年 城市 乡村 乡镇 城镇 县城
综合 专业 专卖 旗舰 特色 传统 本土 家庭 生态 观光 休闲 娱乐 文化 体育 健身 教育 培训 托管 托育 科技 技术 信息 网络 软件 电子 电器 家电 数码 手机 电脑 通讯 机械 设备 五金 机电 电机 汽车 汽配 摩托车 电动车 自行车 轮胎 洗车 修车 修理 维修 加油 加气 充电
食品 小吃 早餐 早点 快餐 火锅 烧烤 烤肉 面 面条 拉面 饺子 包子 馒头 米粉 牛肉面 牛肉 羊肉 海鲜 川菜 湘菜 西餐 中餐 自助 甜品 蛋糕 糕点 面包 烘焙 奶茶 茶叶 咖啡 饮料 饮品 酒水 烟酒 烟草 白酒 粮油 米 油 蔬菜 水果 生鲜 肉 水产 干货 零食 副食 土特产 特产 农产品
服装 服饰 衣服 童装 女装 男装 鞋 鞋子 鞋帽 皮鞋 箱包 纺织 布 印染 窗帘 家纺 床上用品 母婴 玩具 文具 图书 书 礼品 花 鲜花 花卉 园艺 宠物 眼镜 钟表 珠宝 首饰 黄金 家具 家居 建材 装饰 装修 门窗 灯具 灯饰 陶瓷 瓷砖 玻璃 石材 木材 塑料 橡胶 化工 油漆 涂料 造纸 纸箱 包装 印刷 打印 复印 图文 广告 设计
理发 美发 美容 美甲 美妆 化妆品 养生 按摩 足浴 洗浴 洗衣 干洗 家政 保洁 物业 中介 房产 房地产 建筑 建设 工程 劳务 人力资源 人才 物流 快递 货运 运输 仓储 旅游 旅行 旅行社 住宿 餐饮 月嫂 育儿嫂 育婴 保姆 护工 陪诊 殡葬 殡仪 宠物 猫咖 代驾 跑腿 搬家 开锁 疏通 拓展 团建 剧本杀 密室 电竞 台球 棋牌 瑜伽 露营 采摘 垂钓 会计师 会计 税务师 税务 律师 法律 专利 知识产权 代理 代账 记账 咨询 管理 商务 商贸 贸易 外贸 进出口 批发 零售 日用 日用品 百货 便利 便民 杂货 电商 直播
农业 农机 农资 种子 化肥 饲料 农民 种植 养殖 养猪 养鸡 畜牧 水产 林业 专业 药 中药 医药 医疗 口腔 牙科 中医 西医 卫生 养老 护理 幼儿 民办 公办 职业 技工 艺术 舞蹈 音乐 美术 影视 摄影 婚庆 演出 会展 废品 回收 环保 节能 新能源 光伏 电力 水泥 钢铁 铸造 阀门 轴承 模具 注塑 服务 生产 制造 加工 配件 零件 零部件 产业 工业 企业 企业家 集团 创业 创新 投资 担保 小额贷款 典当 金融 保险 证券 银行
`)

/** Whether a word describes the kind of a business and is not a name. */
export const tellsKind = (word: string): boolean => DESCRIBING.has(word) || (KIND.test(word) && !OFTEN_NAMED.test(word))

/** Whether a word is part of several words that together describe the kind: the dictionary has neither 代账 nor 月嫂. */
export function isOfKind(words: readonly string[], place: number, end: number): boolean {
  for (const length of [2, 3])
    for (let from = Math.max(0, place - length + 1); from <= place && from + length <= end; from++)
      if (DESCRIBING.has(words.slice(from, from + length).join(''))) return true
  return false
}

/**
 * Replaces the names of shops, factories and estates by 某 (旺财小吃店 → 某小吃店). Words for the kind stay; any other word before it is taken for a
 * name, because a name may be any word. `isWord`: whether policies use a word.
 */
export function withoutNamedBusinesses(text: string, isWord: (word: string) => boolean): string {
  const words = dictionaryWords(text)
  const isHan = (word: string) => /^\p{Script=Han}+$/u.test(word)
  const isCommon = (word: string) => tellsKind(word) || (word.length > 1 && isWord(word))
  const names = new Set<number>()
  for (const [at, word] of words.entries()) {
    if (!isHan(word) || !KIND.test(word)) continue
    let length = 0
    const before: number[] = []
    for (let from = at - 1; from >= 0; from--) {
      const part = words[from]!
      length += part.length
      if (!isHan(part) || BEFORE_NAMES.has(part) || length > LONGEST_NAME) break
      before.unshift(from)
    }
    const unknown = before.filter((place) => !isCommon(words[place]!) && !isOfKind(words, place, at))
    if (unknown.length > 0) for (let place = unknown[0]!; place <= unknown.at(-1)!; place++) names.add(place)
  }
  return words.map((word, at) => (!names.has(at) ? word : names.has(at - 1) ? '' : '某')).join('')
}
