import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'

const target = document.getElementById('app')!
target.replaceChildren() // of what a site says before this script runs
mount(App, { target })
