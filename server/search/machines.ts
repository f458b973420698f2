/** 注塑机, 磨床, 烘干炉: there are more machines than a list of synonyms can name. */
const MACHINE = /[磨铣车镗刨冲钻]床$|\p{Script=Han}{2}机$|\p{Script=Han}(?:机床|锅炉|炉|机组|水泵|生产线|流水线)$/u
/** Words that end like a machine but are not production equipment. */
const NONE =
  /(?:手机|司机|飞机|无人机|时机|危机|投机|商机|动机|有机|无机|契机|转机|生机|先机|乘机|随机|趁机|班机|主机|电视机|收音机|相机|计算机|耳机|座机|待机|关机|开机|玄机|良机|心机)$/

/** Whether a word names a machine, which documents call 设备. */
export const isMachine = (word: string): boolean => MACHINE.test(word) && !NONE.test(word)
