import { chromium } from '@playwright/test'
import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
const types={html:'text/html; charset=utf-8',css:'text/css',js:'text/javascript',svg:'image/svg+xml',woff2:'font/woff2',png:'image/png'}
const server=createServer((q,r)=>{const p=q.url.split('?')[0];const f='dist'+(p==='/'?'/index.html':existsSync('dist'+p+'.html')?p+'.html':p);if(p.startsWith('/api/photos')){r.setHeader('content-type','application/json');r.end(JSON.stringify([1,2,3].map(i=>({id:i,title:'p'+i,alt_text:'p'+i,image_url:'/assets/'+'x.png',srcset:[],width:10,height:10}))));return} if(!existsSync(f)){r.statusCode=404;r.end();return} r.setHeader('content-type',types[f.split('.').pop()]??'application/octet-stream');r.end(readFileSync(f))}).listen(0,'127.0.0.1')
await new Promise(r=>server.on('listening',r))
const base='http://127.0.0.1:'+server.address().port
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
const res={}
for(const [name,w,sel] of [['theme',1280,'theme-switch button'],['menu',390,'[data-action=menu]'],['banner',1280,'photo-banner button']])for(let i=0;i<5;i++){
 const c=await b.newContext({viewport:{width:w,height:844}});const g=await c.newPage();const d=await c.newCDPSession(g);await d.send('Emulation.setCPUThrottlingRate',{rate:4})
 await g.addInitScript(()=>{addEventListener('pointerdown',e=>{const s=performance.now();requestAnimationFrame(()=>setTimeout(()=>{window.t=performance.now()-s}))},{once:true,capture:true});new PerformanceObserver(l=>{for(const e of l.getEntries())if(e.name==='click'||e.name==='pointerup')window.ev=[e.name,Math.round(e.processingStart-e.startTime),Math.round(e.processingEnd-e.processingStart),e.duration].join(' ')}).observe({type:'event',durationThreshold:16,buffered:true})})
 await g.goto(base+'/');await g.locator(sel).click();await g.waitForTimeout(600)
 const r=await g.evaluate(()=>window.ev??0);(res[name]??=[]).push(r);await c.close()}
console.log(res)
{const c=await b.newContext({viewport:{width:1280,height:844}});const g=await c.newPage();await g.goto(base+'/');await g.waitForTimeout(500);await g.evaluate(()=>scrollTo(0,900));await g.waitForTimeout(200);const before=await g.evaluate(()=>scrollY);await g.evaluate(()=>document.querySelector('nav a[href="/cv"]').click());await g.waitForURL(/cv/);await g.waitForTimeout(300);console.log('new page at',await g.evaluate(()=>scrollY));await g.goBack();await g.waitForTimeout(500);console.log('back',await g.evaluate(()=>scrollY),'was',before)}
await b.close();server.close()
