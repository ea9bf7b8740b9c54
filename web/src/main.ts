import { started } from './start' // before all others
import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'

const target = document.getElementById('app')!
target.replaceChildren() // of what index.html says before this script runs
mount(App, { target })
started()
