/** The hosted page's own CSS: no fonts or pictures from elsewhere. */
export const payStyles = `
*,*::before,*::after{box-sizing:border-box}
:root{--ink:#1c2528;--soft:#566267;--line:#8a9599;--hair:#dfe3e2;--paper:#f4f5f2;--card:#fff;--bad:#b3261e;--accent:#2f5d50}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.sandbox{margin:0;padding:.5rem 1rem;background:#ffe9b0;color:#4a3500;text-align:center;font-size:.875rem}
.sandbox strong{letter-spacing:.12em}
main{display:grid;gap:1.5rem;max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,p,dl,dd,ul{margin:0}
h1{font-size:1.5rem;line-height:1.25}
h2{font-size:1.125rem;line-height:1.3}
a{color:var(--accent);text-underline-offset:.2em}
.back{display:inline-block;padding:.625rem 0;font-size:.9375rem}
h1.merchant{margin-top:.5rem;font-size:1rem;font-weight:600;color:var(--soft)}
.amount{margin:.125rem 0 1.25rem;font-size:2.25rem;font-weight:650;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.lines{list-style:none;padding:0;border-top:1px solid var(--hair)}
.lines li{display:flex;justify-content:space-between;gap:1rem;padding:.75rem 0;border-bottom:1px solid var(--hair);font-variant-numeric:tabular-nums}
.lines li>span:first-child{min-width:0;overflow-wrap:anywhere}
.lines .total{font-weight:650;border-bottom:0}
.sheet{display:grid;gap:1rem;padding:1.25rem;background:var(--card);border:1px solid var(--hair);border-radius:.875rem}
form{display:grid;gap:1rem}
.field{display:grid;gap:.375rem;min-width:0}
label{font-weight:600;font-size:.9375rem}
input{width:100%;min-height:2.875rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:#fff;color:inherit;font:inherit}
input[inputmode=numeric]{font-variant-numeric:tabular-nums}
input[aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}
.error{color:var(--bad);font-size:.875rem}
.alert{padding:.75rem 1rem;border-left:4px solid var(--bad);border-radius:.5rem;background:#fdeeec;color:#7a1a14;font-weight:600}
button{min-height:3rem;padding:.625rem 1rem;border:1px solid transparent;border-radius:.5rem;font:inherit;font-weight:650;cursor:pointer}
.primary{background:var(--accent);color:#fff}
.primary:hover{filter:brightness(.92)}
.primary[aria-disabled=true]{opacity:.65;cursor:progress}
.quiet{background:#fff;color:var(--ink);border-color:var(--line)}
.note{color:var(--soft);font-size:.875rem}
details{border-top:1px solid var(--hair);padding-top:.5rem}
summary{padding:.5rem 0;font-weight:600;font-size:.9375rem;cursor:pointer}
dl{display:grid;gap:.25rem;margin-top:.5rem;font-size:.9375rem;line-height:1.3}
dl div{display:grid;grid-template-columns:auto 1fr;align-items:center;gap:.75rem;min-height:2rem}
dt{white-space:nowrap;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
dd{color:var(--soft);overflow-wrap:anywhere}
dt button{min-height:2rem;padding:0 .375rem;border-radius:.375rem;background:#eef1ef;color:inherit;font:inherit;font-weight:500}
.narrow{max-width:30rem;padding-top:3rem}
@media (min-width:56rem){
main.pay{grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:4rem;padding-top:3rem;align-items:start}
.sheet{padding:1.75rem}
}
@media (prefers-reduced-motion:no-preference){input,button{transition:border-color .12s,filter .12s}}
`;
