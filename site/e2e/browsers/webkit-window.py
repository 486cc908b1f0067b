#!/usr/bin/python3
"""A window with WebKitGTK for WebKitWebDriver to drive. It starts one; nobody else does.

WebKit's own MiniBrowser keeps no console when it is automated, and its toolbar makes a window wider than a phone.
Needs: a display, and in WEBKIT_DATA an empty folder for what a browser stores. Console messages go to its output.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

folder = os.environ["WEBKIT_DATA"]
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-GB"])
view = WebKit2.WebView(
    web_context=context,
    is_controlled_by_automation=True,
    settings=WebKit2.Settings(enable_write_console_messages_to_stdout=True),
)


def begin(_context, session):
    version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    application = WebKit2.ApplicationInfo()
    application.set_name("WebKitGTK")
    application.set_version(*version)
    session.set_application_info(application)
    session.connect("create-web-view", lambda *_: view)


context.connect("automation-started", begin)
view.connect("close", lambda *_: Gtk.main_quit())
window = Gtk.Window(default_width=1440, default_height=900)
window.connect("destroy", lambda *_: Gtk.main_quit())
window.add(view)
window.show_all()
Gtk.main()
