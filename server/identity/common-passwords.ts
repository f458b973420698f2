/**
 * Words, keyboard patterns and names from which people build passwords. With the endings below they form the list of common passwords
 * (A-06).
 */
const stems = `password passw0rd p@ssword p@ssw0rd pass word admin administrator root guest test tester user login welcome hello
qwer qwert qwerty qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbnm qaz qazwsx 1qaz 1qaz2wsx wsx edc qweasd qweasdzxc 1q2w 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4
abc abcd abcde abcdef abcdefg aaa aaaa aaaaaa aa bb abab iloveyou love woaini woaini520 wo520 loveyou sunshine princess dragon monkey master shadow football baseball superman batman
china zhongguo beijing shanghai hangzhou zhejiang quzhou ningbo huawei xiaomi baidu tencent alibaba taobao wechat weixin
zhang wang li liu chen yang zhao huang zhou wu xu sun ma zhu hu guo he gao lin luo zhangwei wangwei lixiang xiaoming lilei hanmeimei
company office server system manager finance caiwu renshi bangong jingxin zhengfu gov zwfw policy qiye gongsi abc123 a123 a1234 aa123 qq qq123 wx wx123 test123 admin123 root123 pass123 spring summer autumn winter january monday`.split(
  /\s+/,
)
const endings =
  `1! 12! 123! 1234! 12345! 123456! @1 @12 @123 @1234 @12345 @123456 #123 #1234 !123 !1234 !@#123 123!@# 123@ 1234@ 123# 1234# 1@ 2020! 2021! 2022! 2023! 2024! 2025! 2026!
@2020 @2021 @2022 @2023 @2024 @2025 @2026 #2024 #2025 #2026 520! @520 521! 666! @666 888! @888 000! 111! @111 1314! @1314 123* 1234* 123& 123$ 1! 1!!`.split(
    /\s+/,
  )

/** In lower case: every stem alone and with every ending. 150 stems and about 60 endings, over 8,000 in all. */
export const commonPasswords: ReadonlySet<string> = new Set([...stems, ...stems.flatMap((stem) => endings.map((ending) => stem + ending))])
